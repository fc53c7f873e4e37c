# What the hidden blocks of the pages in docs/ may use beside the program: the other people, and their mails.

# as NAME COMMAND..: somebody else types a command, in a home of their own.
as() {
    local who=$1
    shift
    mkdir -p "$STAGE/$who"
    (cd "$STAGE/$who" && HOME="$STAGE/$who" "$@" < /dev/null)
}

# mailed NAME FILE..: a mail from somebody with files attached, as a mail program writes it.
mailed() {
    python3 "$ROOT/scripts/page_mail.py" "$@"
}
