extension YAMLReader {
  /// Opens the flow collection at the current position (section 7.4).
  mutating func openFlow(_ properties: Properties?) throws(YAMLFault) -> Step {
    let isMapping = text.peek() == UInt8(ascii: "{")
    try open(isMapping ? .flowMapping : .flowSequence, column: column, at: text.place, properties)
    text.advance()
    return .flowItem
  }

  /// Moves from an item to the comma or the end that follows it.
  mutating func afterFlowItem(_ collection: Collection) throws(YAMLFault) -> Step {
    try skipInFlow()
    if try closeFlow(collection) { return .completed }
    guard text.peek() == UInt8(ascii: ",") else {
      throw fault("A comma or \(collection.kind == .flowMapping ? "}" : "]") is expected here.")
    }
    text.advance()
    return .flowItem
  }

  /// Reads the next item of the innermost flow collection, or its end.
  mutating func flowItem() throws(YAMLFault) -> Step {
    guard let collection = collections.last else { return .completed }
    try skipInFlow()
    if try closeFlow(collection) { return .completed }
    if text.peek() == UInt8(ascii: ",") { throw fault("A value is missing before this comma.") }
    if collection.kind == .flowMapping { return try flowEntry() }
    if isIndicator(UInt8(ascii: "?")) {
      try open(.flowPair, column: column, at: text.place, nil)
      return try flowEntry()
    }
    return try flowSequenceItem()
  }

  /// Reads the value after a colon in a flow collection.
  mutating func flowValue() throws(YAMLFault) -> Step {
    try skipInFlow()
    let properties = try flowProperties()
    if isFlowEnd {
      try addEmpty(properties)
    } else {
      if text.peek() == UInt8(ascii: "[") || text.peek() == UInt8(ascii: "{") { return try openFlow(properties) }
      try add(flowToken(), properties)
    }
    return .completed
  }

  /// Closes the innermost flow collection if its end is at the current position.
  private mutating func closeFlow(_ collection: Collection) throws(YAMLFault) -> Bool {
    guard text.peek() == (collection.kind == .flowMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
    text.advance()
    _ = try close()
    return true
  }

  /// Moves to the next token inside a flow collection. The token must be indented further than the enclosing block.
  private mutating func skipInFlow() throws(YAMLFault) {
    let isNewLine = try skipToContent()
    if text.isAtEnd { throw fault("The text ends inside a list or mapping in brackets.") }
    if text.isAtMarker { throw fault("The document ends inside a list or mapping in brackets.") }
    if text.peek() == UInt8(ascii: "#") { throw fault("A comment needs a space before its #.") }
    guard isNewLine else { return }
    // Strictly speaking, a closing bracket must be further right, too, but people put it below the key.
    let isEnd = (text.peek() == UInt8(ascii: "]") || text.peek() == UInt8(ascii: "}")) && text.indent == column
    guard text.indent > column || isEnd else {
      throw fault("The content of brackets must be indented further than its parent.")
    }
  }

  /// Reads an item of a flow sequence: a value, or a pair with a colon after its key on the same line.
  private mutating func flowSequenceItem() throws(YAMLFault) -> Step {
    let start = text.place
    let properties = try flowProperties()
    if text.peek() == UInt8(ascii: "[") || text.peek() == UInt8(ascii: "{") {
      return try openFlow(properties)
    }
    let isJSON = text.peek() == UInt8(ascii: "\"") || text.peek() == UInt8(ascii: "'")
    let token = isFlowEnd || isColon(afterJSON: false) ? emptyToken : try flowToken()
    let mark = text.mark
    text.skipBlanks()
    guard isColon(afterJSON: isJSON) else {
      text.rewind(to: mark)
      try add(token, properties)
      return .completed
    }
    guard text.lineStart == token.lineStart else {
      throw YAMLFault(at: start, "A key in a list must be on one line; write the pair in braces.")
    }
    try open(.flowPair, column: column, at: start, nil)
    try addKey(token, properties)
    text.advance()
    return .flowValue
  }

  /// Reads an entry of a flow mapping, or of a pair after `?`.
  private mutating func flowEntry() throws(YAMLFault) -> Step {
    if isIndicator(UInt8(ascii: "?")) {
      text.advance()
      try skipInFlow()
    }
    let properties = try flowProperties()
    if text.peek() == UInt8(ascii: "[") || text.peek() == UInt8(ascii: "{") { throw complexKey(at: text.place) }
    let isJSON = text.peek() == UInt8(ascii: "\"") || text.peek() == UInt8(ascii: "'")
    try addKey(isFlowEnd || isColon(afterJSON: false) ? emptyToken : flowToken(), properties)
    try skipInFlow()
    guard isColon(afterJSON: isJSON) else {
      try addEmpty(nil)
      return .completed
    }
    text.advance()
    return .flowValue
  }

  private mutating func flowProperties() throws(YAMLFault) -> Properties? {
    let found = try properties()
    if found != nil { try skipInFlow() }
    return found
  }

  private mutating func flowToken() throws(YAMLFault) -> Token {
    switch text.peek() {
    case UInt8(ascii: "*"): return try alias()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quoted()
    default:
      try checkPlainStart(isFlow: true)
      return try plainRest(plainLine(isFlow: true), isFlow: true)
    }
  }

  private var emptyToken: Token { Token(text.mark, .plain, source: text.place..<text.place) }

  private var isFlowEnd: Bool {
    text.peek() == UInt8(ascii: ",") || text.peek() == UInt8(ascii: "]") || text.peek() == UInt8(ascii: "}")
  }

  /// Returns a Boolean value that indicates whether `?` or `:` is an indicator here.
  private func isIndicator(_ mark: UInt8) -> Bool {
    text.peek() == mark && (text.isSpace(1) || isFlowMark(text.peek(1)))
  }

  /// Returns a Boolean value that indicates whether there is a colon that starts a value at the current position. After
  /// a quoted key, the colon needn't be followed by a space.
  private func isColon(afterJSON: Bool) -> Bool {
    text.peek() == UInt8(ascii: ":") && (afterJSON || isIndicator(UInt8(ascii: ":")))
  }
}
