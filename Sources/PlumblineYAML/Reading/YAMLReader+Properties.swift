extension YAMLReader {
  /// Returns the anchor and the tag at the place, in either order, or `nil` if there is neither. The place is then
  /// after them and the following blanks, unless the line ends there.
  mutating func properties() throws(YAMLFault) -> Properties? {
    var found: Properties?
    while true {
      let start = text.place
      switch text.peek() {
      case UInt8(ascii: "&"):
        guard found?.anchor == nil else { throw fault("A value can have only one anchor; remove one.") }
        text.advance()
        found = Properties(anchor: try anchorName(), tag: found?.tag ?? .absent, offset: found?.offset ?? start)
      case UInt8(ascii: "!"):
        guard (found?.tag ?? .absent) == .absent else { throw fault("A value can have only one tag; remove one.") }
        found = Properties(anchor: found?.anchor, tag: try tag(), offset: found?.offset ?? start)
      default: return found
      }
      guard text.isSpace() || isFlowMark(text.peek()) && collections.last?.isFlow ?? false else {
        throw fault("An anchor or a tag must be followed by a space.")
      }
      let mark = text.mark
      text.skipBlanks()
      if text.isBreak() || text.peek() == UInt8(ascii: "#") {
        text.rewind(to: mark)
        return found
      }
    }
  }

  /// Merges the properties of a value from an earlier line and from its own.
  func merged(_ outer: Properties?, _ inner: Properties?) throws(YAMLFault) -> Properties? {
    guard let outer, let inner else { return outer ?? inner }
    guard !outer.excludes(inner) else { throw surplus(at: inner.offset) }
    let tag = outer.tag == .absent ? inner.tag : outer.tag
    return Properties(anchor: outer.anchor ?? inner.anchor, tag: tag, offset: outer.offset)
  }

  func surplus(at offset: Int) -> YAMLFault {
    YAMLFault(at: offset, "A value can have only one anchor and one tag; remove the others.")
  }

  /// Returns the alias at the place (section 7.1).
  mutating func alias() throws(YAMLFault) -> Token {
    let mark = text.mark
    text.advance()
    let name = try anchorName()
    guard let node = anchors[name] else {
      throw YAMLFault(
        .unknownAlias, at: mark.place,
        "No anchor &\(String(decoding: name, as: UTF8.self)) is defined before this alias.")
    }
    guard tree.nodes[node].next > 0 else {
      throw YAMLFault(
        .recursiveAlias, at: mark.place,
        "The alias *\(String(decoding: name, as: UTF8.self)) is part of its own value, which would be infinite.")
    }
    return Token(mark, alias: node)
  }

  func isFlowMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
    default: false
    }
  }

  private mutating func anchorName() throws(YAMLFault) -> ArraySlice<UInt8> {
    let start = text.place
    while !text.isSpace(), !isFlowMark(text.peek()) { text.advance() }
    guard text.place > start else { throw fault("A name is missing: &name for an anchor, *name for an alias.") }
    return text.bytes[start..<text.place]
  }

  /// Returns the tag at the place (section 6.9.1).
  private mutating func tag() throws(YAMLFault) -> CoreTag {
    let start = text.place
    text.advance()
    let name: Substring?
    if text.peek() == UInt8(ascii: "<") {
      while !text.isSpace(), text.peek() != UInt8(ascii: ">") { text.advance() }
      guard text.peek() == UInt8(ascii: ">") else { throw fault("A tag that starts with !< must end with >.") }
      text.advance()
      let written = String(decoding: text.bytes[(start + 2)..<(text.place - 1)], as: UTF8.self)
      name = written.hasPrefix(CoreTag.prefix) ? written.dropFirst(CoreTag.prefix.count) : nil
    } else {
      while !text.isSpace(), !isFlowMark(text.peek()) { text.advance() }
      let written = String(decoding: text.bytes[start..<text.place], as: UTF8.self)
      if written == "!" { return .nonSpecific }
      name = written.hasPrefix("!!") ? written.dropFirst(2) : nil
    }
    if let name, let tag = CoreTag(name: name) { return tag }
    let shown = String(decoding: text.bytes[start..<text.place], as: UTF8.self)
    if passed != nil {
      passed?.append(PassedPart(kind: .foreignTag, text: shown, offset: start))
      // YAML's own other types such as !!timestamp, are written as strings. A local tag leaves the type to the
      // characters.
      return name == nil ? .absent : .nonSpecific
    }
    throw YAMLFault(
      .unknownTag, at: start, "The tag \(shown) isn't in the core schema, so its meaning is unknown; remove it.")
  }
}
