"""Everything that arrives is received and what is due is sent, look after look, for somebody who is not there."""
