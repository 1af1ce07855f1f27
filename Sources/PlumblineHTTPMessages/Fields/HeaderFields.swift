import PlumblineASCII

/// Header or trailer fields. They are ordered and may be repeated, and their names are case-insensitive.
///
/// All names and values are stored in a single byte array, and each field consists of four offsets into it. A parsed
/// message head therefore costs one copy of its bytes and no strings. For example, `Host: a\r\nAccept: b\r\n` is stored
/// as these 19 bytes and the fields (0, 4, 6, 1) and (9, 6, 17, 1). Setting a field appends its text to the bytes and
/// points there. Strings are created on demand. A value that isn't UTF-8 is read as ISO 8859-1, and its bytes are kept
/// unchanged.
///
/// A name or value that could split a message is kept here for inspection but is never sent. The writers omit such a
/// name, and replace such a byte in a value with a space.
package struct HeaderFields: Sendable {
  /// The offsets and lengths of a field's name and value.
  struct Field: Sendable {
    var nameStart: UInt32
    var nameLength: UInt32
    var valueStart: UInt32
    var valueLength: UInt32
  }

  private(set) var storage: [UInt8]
  private(set) var fields: [Field]
  /// The set of the names' lengths, with one bit for each length and bit 63 for all longer ones. Most of the names that
  /// are looked up have a length that doesn't occur, so nothing needs to be compared. The bits of removed fields remain
  /// set.
  private var nameLengths: UInt64 = 0

  /// Creates an empty set of fields.
  package init() {
    storage = []
    fields = []
  }

  /// Creates fields that a parser found in a message head.
  init(storage: [UInt8], fields: [Field]) {
    self.storage = storage
    self.fields = fields
    for field in fields { nameLengths |= Self.bit(Int(field.nameLength)) }
  }

  private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(Swift.min(length, 63)) }

  /// The number of fields, counting each repetition.
  package var count: Int { fields.count }

  /// A Boolean value that indicates whether there are no fields.
  package var isEmpty: Bool { fields.isEmpty }

  /// The first value of a field. Setting it replaces all values of the field at the position of the first one, or
  /// removes them.
  package subscript(name: String) -> String? {
    get { bytes(name).map(FieldSyntax.text) }
    set {
      guard let newValue else { return remove(name) }
      guard let index = index(of: name) else { return append(name: name, value: newValue) }
      fields[index].valueStart = UInt32(storage.count)
      fields[index].valueLength = UInt32(newValue.utf8.count)
      storage.append(contentsOf: newValue.utf8)
      removeFields(from: index + 1, name)
    }
  }

  /// Returns all values of a field in order.
  package func values(_ name: String) -> [String] {
    guard nameLengths & Self.bit(name.utf8.count) != 0 else { return [] }
    return fields.indices.filter { isName(name, at: $0) }.map { FieldSyntax.text(valueBytes(at: $0)) }
  }

  /// Returns the first value of a field as received, without a copy.
  package func bytes(_ name: String) -> ArraySlice<UInt8>? {
    index(of: name).map { valueBytes(at: $0) }
  }

  /// Returns a Boolean value that indicates whether there is a field with the given name.
  package func contains(_ name: String) -> Bool { index(of: name) != nil }

  /// Adds a field after the others, even if there is already a field with the same name.
  package mutating func append(name: String, value: String) {
    append(name: name.utf8, value: value.utf8)
  }

  /// Adds a field after the others, given its name and value as bytes.
  package mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
    let start = storage.count
    storage.append(contentsOf: name)
    let middle = storage.count
    nameLengths |= Self.bit(middle - start)
    storage.append(contentsOf: value)
    fields.append(
      Field(
        nameStart: UInt32(start), nameLength: UInt32(middle - start), valueStart: UInt32(middle),
        valueLength: UInt32(storage.count - middle)))
  }

  /// Removes all fields with the given name.
  package mutating func remove(_ name: String) {
    removeFields(from: 0, name)
  }

  /// Returns the bytes of a field's name.
  package func nameBytes(at index: Int) -> ArraySlice<UInt8> { nameBytes(of: fields[index]) }

  /// Returns the bytes of a field's value.
  package func valueBytes(at index: Int) -> ArraySlice<UInt8> { valueBytes(of: fields[index]) }

  /// Returns a Boolean value that indicates whether the field at an index has the given name.
  package func isName(_ name: String, at index: Int) -> Bool {
    let field = fields[index]
    guard name.utf8.count == Int(field.nameLength) else { return false }
    var name = name
    return name.withUTF8 { name in storage.withUnsafeBufferPointer { Self.isName(name, field, $0) } }
  }

  /// Returns a Boolean value that indicates whether the field at an index has the given name.
  func isName(_ name: StaticString, at index: Int) -> Bool {
    let field = fields[index]
    guard name.utf8CodeUnitCount == Int(field.nameLength) else { return false }
    return name.withUTF8Buffer { name in storage.withUnsafeBufferPointer { Self.isName(name, field, $0) } }
  }

  private func index(of name: String) -> Int? {
    guard nameLengths & Self.bit(name.utf8.count) != 0 else { return nil }
    var name = name
    return name.withUTF8 { name in
      storage.withUnsafeBufferPointer { storage in
        fields.firstIndex { Int($0.nameLength) == name.count && Self.isName(name, $0, storage) }
      }
    }
  }

  private static func isName(
    _ name: UnsafeBufferPointer<UInt8>, _ field: Field, _ storage: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let start = Int(field.nameStart)
    for index in 0..<name.count
    where name[index].lowercased != storage[start &+ index].lowercased {
      return false
    }
    return true
  }

  private mutating func removeFields(from start: Int, _ name: String) {
    for index in stride(from: fields.count - 1, through: start, by: -1) where isName(name, at: index) {
      fields.remove(at: index)
    }
  }

  private func nameBytes(of field: Field) -> ArraySlice<UInt8> {
    storage[Int(field.nameStart)..<Int(field.nameStart) + Int(field.nameLength)]
  }

  private func valueBytes(of field: Field) -> ArraySlice<UInt8> {
    storage[Int(field.valueStart)..<Int(field.valueStart) + Int(field.valueLength)]
  }
}

extension HeaderFields {
  /// Creates fields from names and values, or returns `nil` if one of them isn't valid on the wire (RFC 9110 section
  /// 5).
  package init?(checked elements: some Sequence<(String, String)>) {
    self.init()
    for (name, value) in elements {
      guard append(checked: name, value: value) else { return nil }
    }
  }

  /// Adds a field if its name is a token and its value has no control characters. Returns `false` if the field isn't
  /// valid.
  @discardableResult
  package mutating func append(checked name: String, value: String) -> Bool {
    guard Self.isLegal(name: name, value: value) else { return false }
    append(name: name, value: value)
    return true
  }

  /// Adds a field if its name and value, given as bytes, are valid. Returns `false` if they aren't.
  package mutating func append(checked name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Self.isLegal(name, value) else { return false }
    append(name: name, value: value)
    return true
  }

  /// Returns a Boolean value that indicates whether a field may be written unchanged. Its name must be a token, and its
  /// value may contain only visible characters, spaces and tabs.
  package static func isLegal(name: String, value: String) -> Bool { isLegal(name.utf8, value.utf8) }

  private static func isLegal(_ name: some Collection<UInt8>, _ value: some BidirectionalCollection<UInt8>) -> Bool {
    FieldSyntax.isName(name) && value.allSatisfy({ FieldSyntax.isValue($0) })
      && value.first.map { $0 != 0x20 && $0 != 0x09 } ?? true && value.last.map { $0 != 0x20 && $0 != 0x09 } ?? true
  }
}

extension HeaderFields {
  /// Returns a hash of the bytes that store names and values.
  func likeness(seed: UInt64) -> UInt64 {
    storage.withUnsafeBytes { ByteHash.of($0, seed: seed) }
  }

  /// Returns a Boolean value that indicates whether the fields have the same memory layout. If so, all names and values
  /// are the same and in the same order.
  ///
  /// Fields that were modified may be equal without having the same layout.
  func isAlike(_ other: HeaderFields) -> Bool {
    guard storage.count == other.storage.count, fields.count == other.fields.count else { return false }
    let isSameText = storage.withUnsafeBytes { one in
      other.storage.withUnsafeBytes { two in ByteHash.isEqual(one, two) }
    }
    return isSameText
      && fields.withUnsafeBytes { one in
        other.fields.withUnsafeBytes { two in ByteHash.isEqual(one, two) }
      }
  }

  /// The number of bytes that the fields occupy.
  var footprint: Int { storage.count + fields.count * MemoryLayout<Field>.stride }
}
