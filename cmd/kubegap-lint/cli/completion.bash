# bash completion for PROGRAM.
#
# It needs no package of functions, and works with bash 3.2, which macOS has: only
# there, names of files are offered where they are of no use.

_PROGRAM() {
  local words=() word line prefix='' directive=0
  COMPREPLY=()

  # The words up to the cursor, without quotes. bash takes --flag=value and names
  # with colons apart; they are put together again.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    word=${word//[\\\"\']/}
    if ((${#words[@]})) && [[ $word == [=:]* || -n $word && ${words[${#words[@]} - 1]} == *[=:] ]]; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
  done
  # Where COMP_WORDBREAKS has no =, what is completed is all of --flag=value.
  if [[ ${COMP_WORDS[COMP_CWORD]} == --*=* ]]; then
    prefix=${COMP_WORDS[COMP_CWORD]%%=*}=
  fi

  # The program writes a completion a line, and at last what else may stand there.
  while IFS= read -r line; do
    if [[ $line == :* ]]; then
      directive=${line#:}
    else
      COMPREPLY+=("$prefix$line")
    fi
  done < <("${COMP_WORDS[0]/#\~/$HOME}" __completeNoDesc "${words[@]}" 2>/dev/null)

  # bash itself would complete a name of a file from the last colon on.
  word=${words[${#words[@]} - 1]}
  if ((directive == 0 && ${#COMPREPLY[@]} == 0)) && [[ $word == *:* && $word != -* ]]; then
    while IFS= read -r line; do
      COMPREPLY+=("${line#"${word%"${word##*:}"}"}")
    done < <(compgen -f -- "$word")
    compopt -o filenames 2>/dev/null
  fi
  if ((directive & 16)); then
    compopt +o default -o dirnames 2>/dev/null
  elif ((directive & 4)); then
    compopt +o default 2>/dev/null
  fi
}

complete -o default -F _PROGRAM PROGRAM
