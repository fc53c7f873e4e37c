"""One party at one game: folder, home, key, signing guard, sending."""

from referee.kernel.late_loading import late

late(
    __name__,
    "bot_seat",
    "checkpoint",
    "game_folders",
    "heal_record",
    "log_cache",
    "send",
    "session",
    "sign_comment",
    "signing_guard",
)
