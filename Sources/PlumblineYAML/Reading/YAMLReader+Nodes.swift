extension YAMLReader {
  /// The properties before a value: `&name` and `!!tag` (section 6.9).
  struct Properties {
    var anchor: ArraySlice<UInt8>?
    var tag = CoreTag.absent
    /// The start of the properties.
    var offset: Int

    /// Returns a Boolean value that indicates whether a single value can't have both properties.
    func excludes(_ other: Properties) -> Bool {
      anchor != nil && other.anchor != nil || tag != .absent && other.tag != .absent
    }
  }

  /// A scalar or an alias, before it is known whether it is a key.
  struct Token {
    /// The start of the scalar or alias, without its properties.
    let offset: Int
    let lineStart: Int
    var node: YAMLNode

    /// Creates a scalar whose characters are in the source.
    init(_ mark: YAMLText.Mark, _ kind: YAMLNode.Kind, source range: Range<Int>) {
      self.init(mark, kind, start: range.lowerBound, end: range.upperBound)
    }

    /// Creates a scalar whose characters are at the end of the tree's own buffer.
    init(_ mark: YAMLText.Mark, _ kind: YAMLNode.Kind, letters range: Range<Int>) {
      self.init(mark, kind, start: range.lowerBound, end: range.upperBound)
      node.isInLetters = true
    }

    /// Creates an alias of a node.
    init(_ mark: YAMLText.Mark, alias node: Int) { self.init(mark, .alias, start: node, end: 0) }

    private init(_ mark: YAMLText.Mark, _ kind: YAMLNode.Kind, start: Int, end: Int) {
      offset = mark.place
      lineStart = mark.lineStart
      node = YAMLNode(
        offset: UInt32(truncatingIfNeeded: mark.place), start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: end), kind: kind)
    }
  }

  /// Adds a value without children.
  mutating func add(_ token: Token, _ properties: Properties?) throws(YAMLFault) {
    var node = token.node
    if let properties {
      guard node.kind != .alias else {
        throw YAMLFault(at: token.offset, "An alias can't have an anchor or a tag; remove them.")
      }
      let isCollection = properties.tag == .seq || properties.tag == .map
      if isCollection, passed == nil {
        throw YAMLFault.contradicted(properties.tag.written, "A scalar", at: properties.offset)
      }
      if !isCollection, !passesOver(properties, of: node) {
        // With a tag, the characters determine the value even in quotes, so !!int "5" is a number.
        if properties.tag.rawValue > CoreTag.str.rawValue { node.kind = .plain }
        node.tag = properties.tag
      } else {
        pass(over: properties)
      }
      node.offset = UInt32(truncatingIfNeeded: properties.offset)
      if let anchor = properties.anchor { anchors[anchor] = tree.nodes.count }
    }
    node.next = UInt32(truncatingIfNeeded: tree.nodes.count + 1)
    tree.nodes.append(node)
  }

  /// Returns a Boolean value that indicates whether a scalar's tag is ignored because its characters indicate a
  /// different kind.
  private func passesOver(_ properties: Properties, of node: YAMLNode) -> Bool {
    guard passed != nil, properties.tag.rawValue > CoreTag.str.rawValue else { return false }
    return !properties.tag.fits(CoreSchema.value(tree.text(of: node)))
  }

  /// Skips a tag that its value contradicts.
  private mutating func pass(over properties: Properties) {
    passed?.append(PassedPart(kind: .contradictedTag, text: properties.tag.written, offset: properties.offset))
  }

  /// Adds a key to the innermost collection.
  mutating func addKey(_ token: Token, _ properties: Properties?) throws(YAMLFault) {
    try add(token, properties)
    try checkKey()
  }

  /// Rejects the node that was added last if JSON has no such key.
  mutating func checkKey() throws(YAMLFault) {
    guard let added = tree.nodes.indices.last, let mapping = collections.last?.node else { return }
    let key = tree.nodes[tree.resolved(added)]
    let offset = Int(tree.nodes[added].offset)
    if key.isContainer { throw complexKey(at: offset) }
    if key.start == key.end, key.kind == .plain, key.tag != .str {
      throw YAMLFault(.emptyKey, at: offset, "A key is empty; write \"\" for an empty key.")
    }
    if tree.isMerge(tree.nodes[added]) { tree.nodes[mapping].hasMerge = true }
  }

  /// Adds a value that isn't present in the text. It is null unless its tag says otherwise (section 7.2).
  mutating func addEmpty(_ properties: Properties?) throws(YAMLFault) {
    let place = text.place
    try add(Token(text.mark, .plain, source: place..<place), properties)
  }

  /// Opens a collection.
  ///
  /// - Parameters:
  ///   - column: The column of its entries, or of the block that contains a flow collection.
  ///   - offset: The offset of its bracket, its first indicator, or its first key.
  mutating func open(
    _ kind: Collection.Kind, column: Int, at offset: Int, _ properties: Properties?
  ) throws(YAMLFault) {
    guard collections.count < depthLimit else { throw YAMLFault.tooDeep(at: offset, depthLimit) }
    let isMapping = kind != .sequence && kind != .flowSequence
    let own = isMapping ? CoreTag.map : .seq
    let tag = properties?.tag ?? .absent
    if let properties, tag != .absent, tag != .nonSpecific, tag != own {
      guard passed != nil else {
        throw YAMLFault.contradicted(tag.written, isMapping ? "A mapping" : "A list", at: properties.offset)
      }
      pass(over: properties)
    }
    let node = tree.nodes.count
    if let anchor = properties?.anchor { anchors[anchor] = node }
    collections.append(Collection(kind: kind, column: column, node: node, lineStart: text.lineStart))
    tree.nodes.append(YAMLNode(offset: UInt32(truncatingIfNeeded: offset), kind: isMapping ? .mapping : .sequence))
  }

  /// Closes the innermost collection.
  mutating func close() throws(YAMLFault) -> Step {
    let closed = collections.removeLast()
    tree.nodes[closed.node].next = UInt32(truncatingIfNeeded: tree.nodes.count)
    if closed.kind == .flowSequence || closed.kind == .flowMapping { try checkAfterFlow(closed) }
    return .completed
  }

  /// Checks the text after a collection's closing bracket.
  private mutating func checkAfterFlow(_ closed: Collection) throws(YAMLFault) {
    let isInner = collections.last?.isFlow ?? false
    let mark = text.mark
    text.skipBlanks()
    let isKey = text.peek() == UInt8(ascii: ":") && (isInner || text.isSpace(1))
    if isKey, text.lineStart == closed.lineStart { throw complexKey(at: Int(tree.nodes[closed.node].offset)) }
    if let surplus = closed.surplus { throw self.surplus(at: surplus) }
    text.rewind(to: mark)
    if !isInner { try checkEndOfLine() }
  }

  func complexKey(at offset: Int) -> YAMLFault {
    YAMLFault(.complexKey, at: offset, "A key can't be a list or a mapping, since JSON keys are strings.")
  }
}
