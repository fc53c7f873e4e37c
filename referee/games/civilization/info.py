"""What is fixed about the game before anybody sits down."""

from __future__ import annotations

from referee.games.civilization.pack import FORMAT
from referee.games.civilization.rules.technologies import FUSION
from referee.games.civilization.rules.turn import DECLARED, EARLY, LIMIT, SURVIVOR
from referee.kernel.game import GameInfo, Option

INFO = GameInfo(
    name="civilization",
    title="Civilization",
    seats=(2, 3, 4, 5, 6),
    rules_version=2,
    options=(
        Option(
            "box-royalties",
            ("each", "sum"),
            "each",
            "whether the rights of a box that all play at once are paid one by one or in one sum",
        ),
        Option("early", ("yes", "no"), "yes", "whether the players may agree on an early end"),
        Option("end-mode", ("card", "immediate"), "card", "whether technologies that may end the game do so at once"),
        Option("first", ("drawn", "seat"), "drawn", "whether the starting player is drawn or the first seat"),
        Option("free-tech", ("current", "next"), "current", "up to which era a free technology may be"),
        Option("militia", ("no", "yes"), "no", "whether infantry can be bought without a technology of the era"),
        Option(
            name="passed-technology",
            choices=("credits", "nothing"),
            default="credits",
            about="what who passes a box has of a free technology in it, if none is on offer",
            since=2,
            kept="setting.passed_technology",
            before="nothing",
        ),
        Option("plague", ("explorer", "all"), "explorer", "whose pieces near a plague are lost"),
        Option("ranking", ("dense", "competition"), "dense", "whether a shared place leaves out the next"),
        Option("resource-income", ("all", "active"), "all", "who gains from the resource symbol of a card"),
        Option("rounds", ("40", "20"), "40", "after how many rounds the game ends at the latest"),
        Option("royalty-on-own", ("no", "yes"), "no", "whether one's own acquisitions pay a right too"),
        Option("start-income", ("each", "sum"), "each", "whether wonders pay one by one or in one sum"),
        Option("zero-scores", ("no", "yes"), "no", "whether a number of zero can win points in a count"),
    ),
    endings=(FUSION, DECLARED, EARLY, LIMIT, SURVIVOR),
    hand_rule="CV 3.9",
    rule_prefix="CV",
    presets=(("short", (("rounds", "20"), ("free-tech", "next"))),),
    pack=FORMAT,
)
