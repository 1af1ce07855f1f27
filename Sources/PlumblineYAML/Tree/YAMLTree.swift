/// The composed form of a YAML text (YAML 1.2.2, section 3.1.2): a flat list of nodes in the order of the text.
///
///     a: &x [1, "é"]
///     b: *x
///
///     node  kind      offset  next  text
///     0     mapping   0       7
///     1     plain     0       2     a
///     2     sequence  3       5           (x)
///     3     plain     7       4     1
///     4     text      10      5     é
///     5     plain     15      6     b
///     6     alias     18      7           means node 2
///
/// A mapping's children alternate between key and value, and a key is one node, so its value is the next node.
/// Characters stay in the source if they are contiguous there. Those of folded lines and escapes are collected in
/// `letters`.
struct YAMLTree {
  let source: [UInt8]
  var letters: [UInt8] = []
  var nodes: [YAMLNode] = []

  init(_ source: [UInt8]) { self.source = source }

  /// Returns the characters of a scalar.
  func text(of node: YAMLNode) -> ArraySlice<UInt8> {
    let range = Int(node.start)..<Int(node.end)
    return node.isInLetters ? letters[range] : source[range]
  }

  /// Returns the node that an alias refers to, or the node itself.
  func resolved(_ index: Int) -> Int { nodes[index].kind == .alias ? Int(nodes[index].start) : index }

  /// Returns a Boolean value that indicates whether a key is the merge key (https://yaml.org/type/merge.html), which is
  /// `<<` without quotes and without a tag.
  func isMerge(_ key: YAMLNode) -> Bool {
    key.kind == .plain && key.tag == .absent && text(of: key).elementsEqual("<<".utf8)
  }
}

/// A node of a composed text, which takes 20 bytes for a value, a key or an alias. `YAMLTree` explains the layout.
struct YAMLNode {
  enum Kind: UInt8 {
    /// A scalar without quotes, whose characters determine its type.
    case plain
    /// A scalar in quotes or in a block.
    case text
    case alias, sequence, mapping
  }

  /// The place in the source, which is that of a collection's bracket or first entry, or that of a scalar or its anchor
  /// or tag.
  var offset: UInt32
  /// The position of a scalar's first character, or the node that an alias refers to.
  var start: UInt32 = 0
  /// The end of a scalar's characters.
  var end: UInt32 = 0
  /// The index after this node and everything inside it, or 0 while the node is open.
  var next: UInt32 = 0
  var kind: Kind
  var tag = CoreTag.absent
  /// A Boolean value that indicates whether a scalar's characters are in the tree's `letters`.
  var isInLetters = false
  /// A Boolean value that indicates whether one of a mapping's keys is the merge key.
  var hasMerge = false

  var isContainer: Bool { kind == .sequence || kind == .mapping }
}
