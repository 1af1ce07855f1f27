/// Writes a composed text as JSON, with aliases and merge keys expanded, and with the location of each value and key in
/// the YAML text.
///
/// It traverses the tree with a list of open containers, so that no input can make it recurse. Aliases of aliases
/// multiply, so the bytes written and the entries examined for merging are limited by an `ExpansionBudget`.
struct JSONWriter {
  private let tree: YAMLTree
  private let depthLimit: Int
  private var budget: ExpansionBudget
  private(set) var json: [UInt8] = []
  /// The offsets in the YAML text of all values and keys, in the order of the JSON text.
  private(set) var places: [UInt32] = []
  /// The numbers that JSON can't represent, whose members and elements are omitted, or `nil` if they are rejected.
  private(set) var passed: [PassedPart]?
  private var open: [Container] = []

  private struct Container {
    let isObject: Bool
    /// The next child, and the end of all children. If there are entries, these are indices into them.
    var next: Int
    let end: Int
    /// The keys of a mapping with merge keys.
    let entries: [Int]?
    var isFirst = true
  }

  init(_ tree: YAMLTree, depthLimit: Int, byteLimit: Int, isLenient: Bool = false) {
    self.tree = tree
    passed = isLenient ? [] : nil
    self.depthLimit = depthLimit
    budget = ExpansionBudget(limit: byteLimit)
    json.reserveCapacity(tree.source.count)
    places.reserveCapacity(tree.nodes.count)
  }

  /// Writes the whole document.
  mutating func write() throws(YAMLFault) {
    try value(0)
    while let last = open.indices.last {
      let container = open[last]
      guard container.next < container.end else {
        json.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        open.removeLast()
        continue
      }
      let child = container.entries?[container.next] ?? container.next
      let value = container.isObject ? child + 1 : child
      open[last].next = container.entries == nil ? Int(tree.nodes[value].next) : container.next + 1
      if passesOver(value) { continue }
      if !container.isFirst { json.append(UInt8(ascii: ",")) }
      open[last].isFirst = false
      if container.isObject { key(child) }
      try self.value(value)
    }
  }

  /// Skips a number that JSON doesn't have.
  ///
  /// - Returns: `false` if the value isn't such a number.
  private mutating func passesOver(_ index: Int) -> Bool {
    guard passed != nil else { return false }
    let node = tree.nodes[tree.resolved(index)]
    guard node.kind == .plain, node.tag == .absent || node.tag == .float else { return false }
    let letters = tree.text(of: node)
    guard CoreSchema.isNotFinite(letters) else { return false }
    passed?.append(
      PassedPart(
        kind: .notFinite, text: String(decoding: letters, as: UTF8.self), offset: Int(tree.nodes[index].offset)))
    return true
  }

  private mutating func key(_ index: Int) {
    let node = tree.nodes[index]
    places.append(node.offset)
    text(tree.text(of: tree.nodes[tree.resolved(index)]))
    json.append(UInt8(ascii: ":"))
  }

  private mutating func value(_ index: Int) throws(YAMLFault) {
    let place = tree.nodes[index].offset
    places.append(place)
    let index = tree.resolved(index)
    let node = tree.nodes[index]
    switch node.kind {
    case .text: text(tree.text(of: node))
    case .plain: try plain(node)
    case .alias: preconditionFailure("an alias means an alias")
    case .sequence, .mapping:
      guard open.count < depthLimit else { throw YAMLFault.tooDeep(at: Int(place), depthLimit) }
      json.append(node.kind == .mapping ? UInt8(ascii: "{") : UInt8(ascii: "["))
      if node.hasMerge {
        let entries = try MergedEntries.keys(of: index, tree, &budget)
        open.append(Container(isObject: true, next: 0, end: entries.count, entries: entries))
      } else {
        let isObject = node.kind == .mapping
        open.append(Container(isObject: isObject, next: index + 1, end: Int(node.next), entries: nil))
      }
    }
    try budget.check(written: json.count, at: Int(place))
  }
}

extension JSONWriter {
  /// Writes a plain scalar according to its characters and its tag.
  private mutating func plain(_ node: YAMLNode) throws(YAMLFault) {
    let letters = tree.text(of: node)
    if node.tag == .str || node.tag == .nonSpecific { return text(letters) }
    let value = CoreSchema.value(letters)
    guard node.tag == .absent || node.tag.fits(value) else {
      let shown = letters.isEmpty ? "An empty value" : "'\(String(decoding: letters.prefix(60), as: UTF8.self))'"
      throw YAMLFault.contradicted(node.tag.written, shown, at: Int(node.offset))
    }
    switch value {
    case .text: text(letters)
    case .null: json.append(contentsOf: "null".utf8)
    case .bool(let value): json.append(contentsOf: value ? "true".utf8 : "false".utf8)
    case .number: json.append(contentsOf: letters)
    case .converted(let number, _): json.append(contentsOf: number)
    case .tooLong:
      throw YAMLFault(
        .tooLarge, at: Int(node.offset), "Numbers of more than 576 digits aren't converted; write it as a decimal.")
    case .notFinite:
      throw YAMLFault(
        .notFinite, at: Int(node.offset),
        "JSON can't represent the number \(String(decoding: letters, as: UTF8.self)); write a finite one, or quote it."
      )
    }
  }

  /// Writes a string in JSON's quotes.
  private mutating func text(_ letters: ArraySlice<UInt8>) {
    json.append(UInt8(ascii: "\""))
    var written = letters.startIndex
    for index in letters.indices {
      let byte = letters[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      json.append(contentsOf: letters[written..<index])
      written = index + 1
      escape(byte)
    }
    json.append(contentsOf: letters[written...])
    json.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    json.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): json.append(byte)
    case 0x08: json.append(UInt8(ascii: "b"))
    case 0x09: json.append(UInt8(ascii: "t"))
    case 0x0A: json.append(UInt8(ascii: "n"))
    case 0x0C: json.append(UInt8(ascii: "f"))
    case 0x0D: json.append(UInt8(ascii: "r"))
    default:
      json.append(contentsOf: byte < 0x10 ? "u000".utf8 : "u001".utf8)
      let digit = byte & 15
      json.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }
}
