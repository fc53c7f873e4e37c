"""The scripts with which a shell completes `referee`, one for each shell.

Each hands the words that are typed to `referee` itself, with `$_REFEREE_COMPLETE` set, and gets a line for each word
that can stand next: the word, a tab, what it means. A line that begins with a tab asks for the names of files.
"""

from __future__ import annotations

# A bash before 4 has no compopt, and quotes no names of files: it puts `$(..)` on the line unchanged.
# Words are cut by Python: bash itself also cuts at `=` and `:`, and wants only the part after them.
BASH = r"""
_referee() {
    local line quote= word=${COMP_WORDS[COMP_CWORD]} typed=${COMP_LINE:0:COMP_POINT}
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == $'\t'* ]]; then
            if type compopt >/dev/null 2>&1; then
                compopt -o filenames
            else
                quote=1
            fi
            while IFS= read -r line; do
                [[ -z $quote ]] || case $line in
                    "~"*) line="~$(printf '%q' "${line#?}")" ;;
                    *) line=$(printf '%q' "$line") ;;
                esac
                COMPREPLY+=("$line")
            done < <(compgen -f -- "$word")
            return
        fi
        COMPREPLY+=("$(printf '%q' "${line%%$'\t'*}")")
    done < <(_REFEREE_COMPLETE=bash command "${COMP_WORDS[0]}" "$typed" "$COMP_WORDBREAKS" 2>/dev/null)
}
complete -F _referee referee
"""

# Found by its name in $fpath it is called for the first word at once; read by `source` it only tells zsh about itself.
ZSH = r"""
#compdef referee
_referee() {
    local line word about
    local -a offered
    local typed=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
    while IFS= read -r line; do
        if [[ $line == $'\t'* ]]; then
            _files
            return
        fi
        word=${line%%$'\t'*} about=${line#*$'\t'}
        offered+=("${word//:/\\:}${about:+:$about}")
    done < <(_REFEREE_COMPLETE=zsh command "$words[1]" "${typed[@]}" 2>/dev/null)
    _describe -V referee offered
}
if [ "$funcstack[1]" = "_referee" ]; then
    _referee "$@"
else
    compdef _referee referee
fi
"""

FISH = r"""
function __referee_words
    set -l typed (commandline -opc)
    set -l now (commandline -ct)
    for line in (env _REFEREE_COMPLETE=fish $typed[1] $typed[2..-1] "$now" 2>/dev/null)
        if string match -q \t'*' -- $line
            __fish_complete_path "$now"
        else
            echo $line
        end
    end
end
complete -c referee -f -a '(__referee_words)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}
"""The script of each shell, by the name of the shell."""

PLACES = {
    "bash": "~/.local/share/bash-completion/completions/referee",
    "zsh": "~/.zfunc/_referee",
    "fish": "~/.config/fish/completions/referee.fish",
}
"""Where each shell looks for it: zsh if `fpath+=~/.zfunc` stands before `compinit` in ~/.zshrc."""
