"""What a shell may offer after a command, and the scripts that ask for it."""

from referee.kernel.late_loading import late

late(__name__, "candidates", "choices", "shell_scripts")
