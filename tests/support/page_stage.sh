# What the hidden blocks of the pages in docs/ may use beside the program: the other people, and their mails.

# as NAME COMMAND..: somebody else types a command, in a home of their own.
as() {
    local who=$1
    shift
    mkdir -p "$STAGE/$who"
    (cd "$STAGE/$who" && HOME="$STAGE/$who" "$@" < /dev/null)
}

# mail_of NAME FILE: the mail, written out of the warm process where there is one (warm.py).
mail_of() {
    if command -v page-mail > /dev/null; then page-mail "$@"; else python3 "$ROOT/tests/support/page_mail.py" "$@"; fi
}

# mailed NAME FILE TO: NAME sends the newest FILE (a name with * and ?) of an outbox or of letters/; it is saved as ~/mail/TO.
mailed() {
    mkdir -p "$HOME/mail"
    # shellcheck disable=SC2012,SC2086
    mail_of "$1" "$(ls -t "$STAGE/$1"/*/{outbox,letters}/$2 2>/dev/null | head -1)" > "$HOME/mail/$3"
}

# mail FILE NAME..: the newest FILE of an outbox or of letters/ is mailed to others, who save it in ~/mail.
mail() {
    local file=$1 name first=
    shift
    for name; do
        mkdir -p "$STAGE/$name/mail"
        if [ -n "$first" ]; then
            cp "$first" "$STAGE/$name/mail/"
            continue
        fi
        first=$STAGE/$name/mail/${file%.*}.eml
        # shellcheck disable=SC2012
        mail_of "$(basename "$HOME")" "$(ls -t "$HOME"/*/{outbox,letters}/"$file" 2>/dev/null | head -1)" > "$first"
    done
}
