"""The contents of a data folder for its owner: keys, addresses and the mail account."""
