/// Support for edits that splice text and parse the result. Untouched parts keep their layout, literals, and order byte
/// for byte.
extension JSON {
  /// Returns a copy with the value at a pointer replaced, or `nil` if the pointer doesn't lead to a value.
  public func replacing(_ pointer: JSONPointer, with value: JSON) -> JSON? {
    at(pointer).map { splicing(document.tape[$0.node].range, value.serialized()) }
  }

  /// Returns a copy without the member or element at a pointer, or `nil` if there is none or the pointer is the root.
  public func removing(_ pointer: JSONPointer) -> JSON? {
    guard let parent = pointer.parent.flatMap(at), let target = at(pointer) else { return nil }
    // Remove all members with the key. Removing only one would expose another.
    let kept = parent.items.filter { item, value in
      value != target.node && !(parent.kind == .object && document.string(item) == pointer.tokens.last)
    }
    return splicing(document.tape[parent.node].range, parent.text(keeping: kept))
  }

  /// Returns a copy of an object with a member replaced, or appended if the key is new. Returns other values unchanged.
  public func setting(_ key: String, to value: JSON) -> JSON {
    guard kind == .object else { return self }
    if let member = self[key] {
      return splicing(document.tape[member.node].range, value.serialized())
    }
    return inserting(key: key, value: value, at: JSONPointer()) ?? self
  }

  /// Returns a copy with a value placed at a pointer, creating objects along the path. Returns `nil` if a different
  /// kind of value is in the way, or if the pointer is more than 32 levels deep.
  public func placing(_ pointer: JSONPointer, _ value: JSON) -> JSON? {
    guard let first = pointer.tokens.first else { return value }
    guard pointer.tokens.count <= 32, kind == .object || kind == .array else { return nil }
    let rest = JSONPointer(tokens: Array(pointer.tokens.dropFirst()))
    if let inner = at(JSONPointer(tokens: [first])) {
      return inner.placing(rest, value).flatMap { replacing(JSONPointer(tokens: [first]), with: $0) }
    }
    let wrapped = rest.tokens.reversed().reduce(value) { JSON.object([($1, $0)]) }
    return kind == .object ? setting(first, to: wrapped) : nil
  }

  /// Returns a copy with a member appended to the object at a pointer, or `nil` if there is no object or the key is
  /// taken.
  public func inserting(key: String, value: JSON, at parent: JSONPointer) -> JSON? {
    guard let parent = at(parent), parent.kind == .object, parent[key] == nil else { return nil }
    return parent.appendingItem(JSON(key).serialized() + [UInt8(ascii: ":")] + value.serialized(), within: self)
  }

  /// Returns a copy with an element appended to the array at a pointer, or `nil` if there is no array.
  public func appending(_ value: JSON, at parent: JSONPointer) -> JSON? {
    guard let parent = at(parent), parent.kind == .array else { return nil }
    return parent.appendingItem(value.serialized(), within: self)
  }

  /// Returns a copy with a different key for the member at a pointer, or `nil` if there is no member or the key is
  /// taken.
  public func renaming(_ pointer: JSONPointer, to key: String) -> JSON? {
    guard let parent = pointer.parent.flatMap(at), parent.kind == .object, let target = at(pointer) else { return nil }
    if pointer.tokens.last == key { return self }
    guard parent[key] == nil else { return nil }
    return splicing(document.tape[target.node - 1].range, JSON(key).serialized())
  }
}

extension JSON {
  /// A copy with unique keys in each object. Of duplicate keys, the last one is kept.
  public var uniquingKeys: JSON {
    guard document.hasDuplicateKeys else { return self }
    return switch kind {
    case .array: .array(elements.map(\.uniquingKeys))
    case .object:
      .object(members.filter { self[$0.key]?.node == $0.value.node }.map { ($0.key, $0.value.uniquingKeys) })
    case .null, .bool, .number, .string: self
    }
  }
}

extension JSON {
  /// For each item of a container, the node where it starts and the node of its value. The two are the same for array
  /// elements.
  private var items: [(item: Int, value: Int)] {
    guard kind == .array || kind == .object else { return [] }
    var items: [(item: Int, value: Int)] = []
    var item = node + 1
    let end = document.next(node)
    while item < end {
      let value = kind == .object ? item + 1 : item
      items.append((item, value))
      item = document.next(value)
    }
    return items
  }

  /// Returns this container's text with only some of its items, each with its preceding white space.
  private func text(keeping kept: [(item: Int, value: Int)]) -> [UInt8] {
    let (tape, bytes) = (document.tape, document.bytes)
    let range = tape[node].range
    var text = [bytes[range.lowerBound]]
    guard let last = items.last, !kept.isEmpty else { return text + [bytes[range.upperBound - 1]] }
    for (place, (item, value)) in kept.enumerated() {
      let start = Int(tape[item].offset)
      var space = start
      while space > range.lowerBound, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[space - 1]) { space -= 1 }
      if place > 0 { text.append(UInt8(ascii: ",")) }
      text.append(contentsOf: bytes[space..<Int(tape[value].end)])
    }
    return text + bytes[Int(tape[last.value].end)..<range.upperBound]
  }

  private func appendingItem(_ text: [UInt8], within whole: JSON) -> JSON {
    let last = items.last.map { Int(document.tape[$0.value].end) }
    let place = last ?? Int(document.tape[node].offset) + 1
    return whole.splicing(place..<place, (last == nil ? [] : [UInt8(ascii: ",")]) + text)
  }

  /// Returns this value's text with a range of the document's bytes replaced.
  private func splicing(_ changed: Range<Int>, _ replacement: [UInt8]) -> JSON {
    let range = document.tape[node].range
    var text = Array(document.bytes[range.lowerBound..<changed.lowerBound])
    text.append(contentsOf: replacement)
    text.append(contentsOf: document.bytes[changed.upperBound..<range.upperBound])
    return JSON.trusted(text, file: document.file)
  }
}
