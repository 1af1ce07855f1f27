extension YAMLReader {
  /// Reads the value that starts at or after the current position in a block (chapter 8).
  mutating func value(_ setting: Setting) throws(YAMLFault) -> Step {
    var setting = setting
    let start = text.mark
    if try skipToContent() { setting.isCompact = true }
    guard isInside(setting) else {
      text.rewind(to: start)
      try addEmpty(nil)
      return .completed
    }
    var outer: Properties?
    var inner = try properties()
    while let found = inner {
      let mark = text.mark
      guard try skipToContent() else { break }
      // Properties on a separate line belong to the value that follows.
      setting.isCompact = true
      outer = try merged(outer, found)
      guard isInside(setting) else {
        text.rewind(to: mark)
        try addEmpty(outer)
        return .completed
      }
      inner = try properties()
    }
    return try content(setting, outer, inner)
  }

  /// Returns a Boolean value that indicates whether the text at the current position belongs to a value in this
  /// setting.
  private func isInside(_ setting: Setting) -> Bool {
    if text.isAtEnd || text.isAtMarker { return false }
    if text.column > column { return true }
    return setting.takesSequence && text.column == column && isEntry(UInt8(ascii: "-"))
  }

  /// Returns a Boolean value that indicates whether `-`, `?` or `:` is an indicator here.
  private func isEntry(_ mark: UInt8) -> Bool { text.peek() == mark && text.isSpace(1) }

  /// - Parameters:
  ///   - outer: The properties on the lines before the value.
  ///   - inner: The properties before the value on its line. If the value is a mapping, they belong to its first key.
  private mutating func content(
    _ setting: Setting, _ outer: Properties?, _ inner: Properties?
  ) throws(YAMLFault) -> Step {
    if isEntry(UInt8(ascii: "-")) || isEntry(UInt8(ascii: "?")) || isEntry(UInt8(ascii: ":")) {
      return try collection(setting, outer, inner)
    }
    switch text.peek() {
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      try add(blockScalar(), merged(outer, inner))
      return .completed
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      if setting.isKey { throw complexKey(at: text.place) }
      guard let outer, let inner, outer.excludes(inner) else { return try openFlow(merged(outer, inner)) }
      let step = try openFlow(inner)
      collections[collections.count - 1].surplus = inner.offset
      return step
    case UInt8(ascii: "%") where text.column == 0 && column < 0:
      throw fault("A directive belongs before ---; if this is a string, quote it.")
    default: break
    }
    var token = try blockToken()
    if isKey(token) { return try mapping(setting, token, outer, inner) }
    if token.node.kind == .plain { token = try plainRest(token, isFlow: false) }
    try add(token, merged(outer, inner))
    try checkEndOfLine()
    return .completed
  }

  /// Opens a collection that starts with an indicator.
  private mutating func collection(
    _ setting: Setting, _ outer: Properties?, _ inner: Properties?
  ) throws(YAMLFault) -> Step {
    guard inner == nil || isEntry(UInt8(ascii: ":")) else {
      throw fault("An anchor or a tag of a collection belongs on the line before it.")
    }
    let offset = inner?.offset ?? text.place
    guard setting.isCompact else {
      throw fault("A collection can't start on the same line as its key; begin a new line.")
    }
    try checkIndent(at: offset)
    if setting.isKey { throw complexKey(at: offset) }
    let column = offset - text.lineStart
    if isEntry(UInt8(ascii: "-")) {
      try open(.sequence, column: column, at: offset, outer)
      text.advance()
      return .value(Setting())
    }
    try open(.mapping, column: column, at: offset, outer)
    return try member(inner)
  }

  /// Opens a mapping whose first key was read.
  private mutating func mapping(
    _ setting: Setting, _ key: Token, _ outer: Properties?, _ inner: Properties?
  ) throws(YAMLFault) -> Step {
    let offset = inner?.offset ?? key.offset
    guard setting.isCompact else {
      throw YAMLFault(
        at: offset,
        "A mapping can't start on the same line as its key; quote the text, or begin a new line.")
    }
    try checkIndent(at: offset)
    if setting.isKey { throw complexKey(at: offset) }
    let column = offset - text.lineStart
    try open(.mapping, column: column, at: offset, outer)
    return try afterKey(key, inner)
  }

  /// The maximum number of characters in a key that isn't preceded by `?` (section 7.4.2).
  private static let keyLimit = 1024

  private func isShort(_ key: Token) -> Bool {
    text.bytes[key.offset..<text.place].count { $0 & 0xC0 != 0x80 } <= Self.keyLimit
  }

  /// Moves from a key past its colon.
  private mutating func afterKey(_ key: Token, _ properties: Properties?) throws(YAMLFault) -> Step {
    try addKey(key, properties)
    guard text.place - key.offset <= Self.keyLimit || isShort(key) else {
      throw YAMLFault(
        at: key.offset, "A key can have at most \(Self.keyLimit) characters; write a longer one after \"? \".")
    }
    text.skipBlanks()
    text.advance()
    return .value(Setting(takesSequence: true, isCompact: false))
  }

  /// Reads an entry of a block mapping up to the start of its value, or of its key after `?`.
  private mutating func member(_ given: Properties?) throws(YAMLFault) -> Step {
    if given == nil, isEntry(UInt8(ascii: "?")) {
      text.advance()
      collections[collections.count - 1].isAtKey = true
      return .value(Setting(takesSequence: true, isKey: true))
    }
    var found = given
    if given == nil { found = try properties() }
    if isEntry(UInt8(ascii: ":")) {
      return try afterKey(Token(text.mark, .plain, source: text.place..<text.place), found)
    }
    if text.peek() == UInt8(ascii: "[") || text.peek() == UInt8(ascii: "{") { throw complexKey(at: text.place) }
    let key = try blockToken()
    guard isKey(key) else {
      throw YAMLFault(at: key.offset, "Expected a key, followed by a colon and a space.")
    }
    return try afterKey(key, found)
  }

  // MARK: - After a value

  /// Moves from an entry of a block sequence to the next one, or closes the sequence.
  mutating func afterEntry(_ sequence: Collection) throws(YAMLFault) -> Step {
    guard try isNext(in: sequence), isEntry(UInt8(ascii: "-")) else { return try close() }
    try checkIndent(at: text.place)
    text.advance()
    return .value(Setting())
  }

  /// Moves from an entry of a block mapping, or from its key after `?`, to what follows, or closes the mapping.
  mutating func afterMember(_ mapping: Collection) throws(YAMLFault) -> Step {
    if mapping.isAtKey {
      try checkKey()
      collections[collections.count - 1].isAtKey = false
      let mark = text.mark
      try skipToContent()
      guard text.column == mapping.column, isEntry(UInt8(ascii: ":")) else {
        text.rewind(to: mark)
        try addEmpty(nil)
        return .completed
      }
      try checkIndent(at: text.place)
      text.advance()
      return .value(Setting(takesSequence: true))
    }
    // A sequence in this column belongs to the container of the mapping, or is an error.
    guard try isNext(in: mapping), !isEntry(UInt8(ascii: "-")) else { return try close() }
    try checkIndent(at: text.place)
    return try member(nil)
  }

  /// Advances to the next token. Returns `true` if the token may belong to a block collection.
  private mutating func isNext(in collection: Collection) throws(YAMLFault) -> Bool {
    try skipToContent()
    if text.isAtEnd || text.isAtMarker || text.column < collection.column { return false }
    guard text.column == collection.column else {
      let what = collection.kind == .mapping ? "mapping" : "list"
      throw fault("This is indented further than the \(what) that it follows; align its entries.")
    }
    return true
  }

  /// Checks that only a comment follows a value on its line.
  mutating func checkEndOfLine() throws(YAMLFault) {
    text.skipBlanks()
    if text.isBreak() || text.column == 0 { return }
    if text.peek() == UInt8(ascii: "#"), text.isAfterBlank { return }
    throw fault("There is text after the value on this line; a comment needs a space before its #.")
  }

  // MARK: - Keys and scalars

  /// Returns the alias or scalar at the current position. A plain scalar is read only up to the end of its line.
  private mutating func blockToken() throws(YAMLFault) -> Token {
    switch text.peek() {
    case UInt8(ascii: "*"): return try alias()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quoted()
    default:
      try checkPlainStart(isFlow: false)
      return plainLine(isFlow: false)
    }
  }

  /// Returns a Boolean value that indicates whether a token is a key because a colon follows it on the same line
  /// (section 7.4.2).
  private func isKey(_ token: Token) -> Bool {
    guard text.lineStart == token.lineStart else { return false }
    var ahead = 0
    while YAMLText.isBlank(text.peek(ahead)) { ahead += 1 }
    return text.peek(ahead) == UInt8(ascii: ":") && text.isSpace(ahead + 1)
  }
}
