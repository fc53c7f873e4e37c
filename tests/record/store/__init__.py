"""The disk: folders of games and homes of people."""
