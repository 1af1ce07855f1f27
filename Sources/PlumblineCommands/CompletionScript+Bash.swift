extension CompletionScript {
  /// The script for bash 3.2 and later. macOS ships with version 3.2.
  ///
  /// bash expands a list of words in a string (`compgen -W`) a second time, which would execute a `$(…)` in a folder's
  /// name. The script therefore assigns the matches of a pattern to `COMPREPLY` as array elements and quotes them
  /// itself, because readline quotes `$` and backticks only in names of files in the current folder.
  var bash: String {
    let names = commands.map { $0.name }.joined(separator: " ")
    let values = choices.map { "    \($0.name)) \(function)_offer \($0.words.joined(separator: " ")); return ;;" }
    let tables = commands.map { command in
      let words = Self.words(after: command).joined(separator: " ")
      let names = options(of: command).map(\.name).joined(separator: " ")
      return "    \(command.name)) options=(\(names)) words=(\(words)) ;;"
    }
    return #"""
      # Completes command lines of \#(tool) in bash. File names are treated as data and never expanded.

      \#(bashSteps)
      \#(function)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} typed quote before quoted name
        local -a options words names
        COMPREPLY=()
        # bash also splits words at =.
        if [ "$previous" = "=" ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
        if [ "$current" = "=" ]; then previous=${COMP_WORDS[COMP_CWORD-1]} current=; fi
        # If nothing is offered, readline completes file names.
        \#(function)_read "$current" || return
        if [ "$COMP_CWORD" = 1 ]; then
          \#(function)_offer \#(names) --help --version
          return
        fi
        case $previous in
      \#(values.joined(separator: "\n"))
          --contracts | --recordings | --root) compopt +o default -o dirnames 2> /dev/null; return ;;
        esac
        case ${COMP_WORDS[1]} in
      \#(tables.joined(separator: "\n"))
        esac
        if [[ $typed == -* ]]; then
          \#(function)_offer "${options[@]}"
          return
        fi
        while IFS= read -r -d '' name; do
          name=${name%/}
          names+=("${name##*/}")
        done < <(set +f; shopt -s nullglob; shopt -u failglob; printf '%s\0' Contracts/*/)
        \#(function)_offer "${words[@]}" "${names[@]}"
        if [ "${#COMPREPLY[@]}" = 0 ]; then return; fi
        # Offer files as well.
        names=()
        while IFS= read -r -d '' name; do names+=("$name"); done < <(
          set +f; shopt -s nullglob; shopt -u failglob; printf '%s\0' "$typed"*
        )
        \#(function)_offer "${names[@]}"
      }
      complete -o default -F \#(function) \#(tool)

      """#
  }

  /// The functions that read the current word and offer completions for it.
  private var bashSteps: String {
    #"""
    # Parses the word being typed: its text goes into "typed", the open quote into "quote", and the text before that
    # quote into "before", since readline replaces only the rest. Fails after a closed quote, where "before" is unknown.
    \#(function)_read() {
      local rest=$1 next
      typed= quote= before=
      while [ -n "$rest" ]; do
        next=${rest:0:1} rest=${rest:1}
        if [[ -n $quote && $next == "$quote" ]]; then
          return 1
        elif [[ -z $quote && $next == [\'\"] ]]; then
          quote=$next before=$typed
        elif [[ $next == \\ && ( -z $quote || $quote == \" && $rest == [\$\`\"\\]* ) ]]; then
          typed+=${rest:0:1} rest=${rest:1}
        else
          typed+=$next
        fi
      done
    }
    # Offers the words that begin with the typed text, quoted, since readline quotes only file names.
    \#(function)_offer() {
      local word
      for word in "$@"; do
        if [[ -n $word && $word == "$typed"* ]] && \#(function)_quote "${word#"$before"}"; then COMPREPLY+=("$quoted"); fi
      done
    }
    # Sets "quoted" to a word as written after the open quote. Fails if the word can't be written there.
    \#(function)_quote() {
      local rest=$1 next=
      if [ -z "$quote" ]; then
        printf -v quoted %q "$1"
        return
      fi
      quoted=
      while [ -n "$rest" ]; do
        next=${rest:0:1} rest=${rest:1}
        case $quote$next in
          \"!) return 1 ;;
          \"[\$\`\"\\]) quoted+="\\$next" ;;
          "''") quoted+="'\\''" ;;
          *) quoted+=$next ;;
        esac
      done
      # readline adds the closing quote, but not after the same quote.
      if [ "$next" = "$quote" ]; then quoted+=$quote; fi
    }
    """#
  }
}
