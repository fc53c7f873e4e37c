"""The contents of a data folder for its owner: keys, addresses and the mail account."""

from referee.kernel.late_loading import late

late(__name__, "key_files")
