/// A reader that composes the single document in a YAML text (https://yaml.org/spec/1.2.2, chapters 6 to 9).
///
/// # Overview
///
/// A value is read right of the column of the collection around it, in a *setting* that defines what may start there.
/// Reading a value adds a node and completes it, in the case of a scalar or an alias, or opens a collection, which
/// stays on `collections` until it ends. After each value the innermost collection determines the next step. There is
/// no recursion, so depth doesn't use the stack:
///
///     a:          a key with its colon: a mapping opens; its value is right of column 0
///       - 1       an entry: a sequence opens at column 2; 1 is completed
///       - 2       the sequence is innermost, and this is in its column: another entry b: x        left of column 2: the
///         sequence is over; the mapping continues
///
/// A mapping is recognized by the colon after its first key. Keys are single nodes (`YAMLTree`), so a collection as a
/// key is rejected where it opens, or where the colon after it is seen. Nothing is therefore read twice, except blanks.
struct YAMLReader {
  var text: YAMLText
  var tree: YAMLTree
  /// The collections that are open, the innermost last.
  var collections: [Collection] = []
  /// The nodes by their anchors' names, read so far.
  var anchors: [ArraySlice<UInt8>: Int] = [:]
  let depthLimit: Int
  /// The skipped parts, or `nil` if such parts are rejected.
  var passed: [PassedPart]?
  /// The offsets of characters that are allowed in quotes only, and the number of them that have been passed.
  private let unprintable: [Int]
  private var unprintablePassed = 0

  init(_ letters: YAMLLetters, depthLimit: Int, isLenient: Bool = false) {
    text = YAMLText(letters.bytes)
    tree = YAMLTree(letters.bytes)
    tree.nodes.reserveCapacity(letters.bytes.count / 20)
    unprintable = letters.unprintable
    self.depthLimit = depthLimit
    passed = isLenient ? [] : nil
  }

  /// An open collection.
  struct Collection {
    enum Kind {
      case sequence, mapping, flowSequence, flowMapping
      /// A mapping of one entry in a flow sequence, such as `[a: b]` (section 7.4.1).
      case flowPair
    }

    let kind: Kind
    /// The column of a block collection's entries, or of the block that contains a flow collection.
    let column: Int
    let node: Int
    /// The start of the line on which the collection opened.
    let lineStart: Int
    /// A Boolean value that indicates whether a block mapping's key after `?` is being read.
    var isAtKey = false
    /// The offset of a flow collection's second anchor or tag, which is valid if it belongs to the first key of a
    /// mapping.
    var surplus: Int?

    var isFlow: Bool { kind != .sequence && kind != .mapping }
  }

  /// The values that are allowed at a place in a block.
  struct Setting {
    /// A Boolean value that indicates whether a sequence may also start in the column of the collection around it, as
    /// in a mapping's value.
    var takesSequence = false
    /// A Boolean value that indicates whether a collection may start on the line of the indicator before it, as after
    /// `- `.
    var isCompact = true
    /// A Boolean value that indicates whether the value is the key after `?`.
    var isKey = false
  }

  /// The column of the block around a value, which must be further right, or -1 for the document.
  var column: Int { collections.last?.column ?? -1 }

  /// The next step of the reader.
  enum Step {
    case value(Setting)
    /// Reads an item of the innermost flow collection, or its end.
    case flowItem
    case flowValue
    /// Handles a completed value. The innermost collection determines what follows.
    case completed
  }

  /// Reads the document.
  mutating func document() throws(YAMLFault) -> YAMLTree {
    let hasDirectives = try directives()
    var isMarked = false
    if text.isAtMarker, text.peek() == UInt8(ascii: "-") {
      isMarked = true
      text.advance(3)
    } else if hasDirectives {
      throw fault("Directives must be followed by the document, which starts with ---.")
    }
    try compose(Setting(isCompact: !isMarked))
    try end()
    return tree
  }

  private mutating func compose(_ setting: Setting) throws(YAMLFault) {
    var step = Step.value(setting)
    while true {
      switch step {
      case .value(let setting): step = try value(setting)
      case .flowItem: step = try flowItem()
      case .flowValue: step = try flowValue()
      case .completed:
        guard let innermost = collections.last else { return }
        switch innermost.kind {
        case .sequence: step = try afterEntry(innermost)
        case .mapping: step = try afterMember(innermost)
        case .flowSequence, .flowMapping: step = try afterFlowItem(innermost)
        case .flowPair: step = try close()
        }
      }
    }
  }

  /// Checks that only comments and `...` follow the document.
  private mutating func end() throws(YAMLFault) {
    try skipToContent()
    var isOver = false
    while text.isAtMarker, text.peek() == UInt8(ascii: ".") {
      isOver = true
      text.advance(3)
      text.skipBlanks()
      guard text.isBreak() || text.peek() == UInt8(ascii: "#") else {
        throw fault("Nothing may follow ... on its line.")
      }
      try skipToContent()
    }
    guard text.isAtEnd else {
      if isOver || text.isAtMarker {
        throw YAMLFault(
          .severalDocuments, at: text.place, "The file contains more than one document, but only one is supported.")
      }
      throw fault("This is indented less than its parent, or comes after the end of the document.")
    }
    try checkPrintable(before: text.bytes.count)
  }

  // MARK: - Between values

  /// Skips blanks, comments and line breaks (section 6.6).
  ///
  /// - Returns: `true` if the content is on a different line.
  @discardableResult mutating func skipToContent() throws(YAMLFault) -> Bool {
    let start = text.lineStart
    while true {
      text.skipBlanks()
      if text.peek() == UInt8(ascii: "#") {
        guard text.isAfterBlank else { return text.lineStart != start }
        text.skipToBreak()
      }
      if text.isAtEnd { return true }
      guard text.isBreak() else { return text.lineStart != start }
      text.nextLine()
    }
  }

  /// Rejects tabs before the start of a collection at an offset, because their width isn't defined (section 6.1).
  func checkIndent(at offset: Int) throws(YAMLFault) {
    var before = offset - 1
    while before >= text.lineStart, YAMLText.isBlank(text.bytes[before]) {
      guard text.bytes[before] == 0x20 else {
        throw YAMLFault(at: before, "A tab is used for indentation; indent with spaces.")
      }
      before -= 1
    }
  }

  /// Rejects characters that aren't printable up to an offset, except those in quotes that have been passed.
  mutating func checkPrintable(before offset: Int) throws(YAMLFault) {
    guard unprintablePassed < unprintable.count, unprintable[unprintablePassed] < offset else { return }
    throw YAMLFault(
      .controlCharacter, at: unprintable[unprintablePassed],
      "This is a non-printable character; write it as an escape in \"…\".")
  }

  /// Allows the characters that aren't printable in a quoted string that ends at the place.
  mutating func passUnprintable(from start: Int) throws(YAMLFault) {
    try checkPrintable(before: start)
    while unprintablePassed < unprintable.count, unprintable[unprintablePassed] < text.place { unprintablePassed += 1 }
  }

  /// Returns an error at an offset.
  func fault(_ message: String) -> YAMLFault { YAMLFault(at: text.place, message) }
}
