/// Support for accessing strings and keys without creating a `String`.
extension TapeReader {
  /// Calls a closure with the decoded bytes of a string or key. This allocates memory only if there are escapes.
  @inlinable
  package func withText<T>(_ node: Int, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    if !self[node].hasEscapes { return body(contents(node)) }
    return decodedText(node).withUnsafeBufferPointer(body)
  }

  /// Returns the decoded bytes of a string or key.
  @usableFromInline
  package func decodedText(_ node: Int) -> [UInt8] {
    self[node].hasEscapes ? StringDecoder.decode(bytes, self[node].contents) : Array(contents(node))
  }

  /// Returns a Boolean value that indicates whether a string or key has exactly the given decoded bytes.
  @inlinable
  package func isText(_ node: Int, _ wanted: [UInt8]) -> Bool {
    wanted.withUnsafeBufferPointer { isText(node, $0) }
  }

  /// Returns a Boolean value that indicates whether a string or key has exactly the given decoded bytes.
  @inlinable
  package func isText(_ node: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    if self[node].hasEscapes { return isDecodedText(node, wanted) }
    let contents = contents(node)
    let count = contents.count
    guard count == wanted.count, let one = contents.baseAddress, let other = wanted.baseAddress else {
      return count == wanted.count
    }
    return Self.areSame(UnsafeRawPointer(one), UnsafeRawPointer(other), count)
  }

  /// Returns a Boolean value that indicates whether the given number of bytes are the same at two addresses.
  ///
  /// Most strings are short, so the bytes after the last whole word are compared with an overlapping word instead of
  /// byte by byte. All loads stay within `count` bytes.
  @inlinable
  static func areSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
    func same<Word: FixedWidthInteger & BitwiseCopyable>(_ place: Int, _ word: Word.Type) -> Bool {
      one.loadUnaligned(fromByteOffset: place, as: word) == other.loadUnaligned(fromByteOffset: place, as: word)
    }
    if count >= 8 {
      var place = 0
      while place < count &- 8 {
        if !same(place, UInt64.self) { return false }
        place &+= 8
      }
      return same(count &- 8, UInt64.self)
    }
    if count >= 4 { return same(0, UInt32.self) && same(count &- 4, UInt32.self) }
    if count >= 2 { return same(0, UInt16.self) && same(count &- 2, UInt16.self) }
    return count == 0 || same(0, UInt8.self)
  }

  @usableFromInline
  func isDecodedText(_ node: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    // Decoded text is never longer than its source, and an escape has at most six bytes for each decoded byte.
    guard contents(node).count >= wanted.count, contents(node).count / 6 <= wanted.count else { return false }
    return withText(node) { $0.elementsEqual(wanted) }
  }

  /// Returns the number of Unicode scalars in a string or key, as counted by JSON Schema.
  @inlinable
  package func scalarCount(_ node: Int) -> Int {
    self[node].isPlainText ? Int(self[node].end) - Int(self[node].offset) - 2 : countedScalars(node)
  }

  @usableFromInline
  func countedScalars(_ node: Int) -> Int {
    let range = self[node].contents
    if self[node].hasEscapes { return StringDecoder.scalarCount(bytes, range) }
    var count = 0
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      count += ByteWord.sequenceStarts(bytes.word(at: index))
      index += 8
    }
    while index < range.upperBound {
      if bytes[index] & 0xC0 != 0x80 { count += 1 }
      index += 1
    }
    return count
  }

  /// Returns the key node of an object's member with a name, or `nil` if there is none. If the name is duplicated, the
  /// last member counts.
  ///
  /// `hash` is `KeyHash(key).payload`. Small objects are searched key by key. For large objects, the document keeps an
  /// index from the first search on.
  @inlinable
  package func member(_ object: Int, _ key: [UInt8], hash: UInt32) -> Int? {
    key.withUnsafeBufferPointer { member(object, $0, hash: hash) }
  }

  /// Returns the key node of an object's member with a name, or `nil` if there is none. If the name is duplicated, the
  /// last member counts.
  @inlinable
  package func member(_ object: Int, _ key: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int? {
    let container = self[object]
    guard container.isObject else { return nil }
    if container.payload > MemberIndex.threshold { return indexedMember(object, key, hash: hash) }
    let end = Int(container.next)
    var node = object + 1
    while node < end {
      let candidate = self[node]
      if candidate.info >> 5 == hash, !candidate.isShadowed, isText(node, key) { return node }
      node = next(node + 1)
    }
    return nil
  }

  @usableFromInline
  func indexedMember(_ object: Int, _ key: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int? {
    guard let document else { return nil }
    let index = document._withUnsafeGuaranteedRef { $0.memberIndex(of: object, self) }
    return index.find(key, hash, self)
  }
}
