# What the hidden blocks of the pages in docs/ may use beside the program: the other people, and their mails.

# as NAME COMMAND..: somebody else types a command, in a home of their own.
as() {
    local who=$1
    shift
    mkdir -p "$STAGE/$who"
    (cd "$STAGE/$who" && HOME="$STAGE/$who" "$@" < /dev/null)
}

# mailed NAME FILE TO: NAME sends the newest FILE (a name with * and ?) of an outbox or of letters/; it is saved as ~/mail/TO.
mailed() {
    mkdir -p "$HOME/mail"
    # shellcheck disable=SC2012,SC2086
    python3 "$ROOT/scripts/page_mail.py" "$1" "$(ls -t "$STAGE/$1"/*/{outbox,letters}/$2 2>/dev/null | head -1)" > "$HOME/mail/$3"
}

# mail FILE NAME..: the newest FILE of an outbox or of letters/ is mailed to others, who save it in ~/mail.
mail() {
    local file=$1 name
    shift
    for name; do
        mkdir -p "$STAGE/$name/mail"
        # shellcheck disable=SC2012
        python3 "$ROOT/scripts/page_mail.py" "$(basename "$HOME")" "$(ls -t "$HOME"/*/{outbox,letters}/"$file" 2>/dev/null | head -1)" \
            > "$STAGE/$name/mail/${file%.*}.eml"
    done
}
