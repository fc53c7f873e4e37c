"""The commands, in the order of a game's life."""

from __future__ import annotations

import typer

from referee.cli import audit, cases, judge, keys, look, moves, opening, post

app = typer.Typer(
    name="referee",
    help="A referee for board games by mail. It knows the rules, keeps hidden hands hidden, and can prove it all.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(epilog="A player's day: referee receive MAIL, then referee move place temple F7.")
def _about() -> None:
    return


app.add_typer(keys.app, name="key")
app.command()(opening.offer)
app.command()(opening.join)
app.command()(opening.charter)
app.command()(opening.accept)
app.command()(opening.words)
app.command()(post.receive)
app.command()(post.letter)
app.command()(look.status)
app.command()(look.show)
app.command()(look.hand)
app.command()(look.moves)
app.command()(look.log)
app.command()(look.rule)
app.command(name="try")(moves.try_)
app.command()(moves.move)
app.command()(moves.standing)
app.command()(moves.ack)
app.command()(audit.audit)
app.command()(judge.judge)
app.add_typer(cases.app, name="cases")
