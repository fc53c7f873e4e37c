"""The door: what a person types and reads. One module for each command in `commands`; all printing is done here."""
