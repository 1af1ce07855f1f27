import PlumblineASCII
import PlumblineContractModel
import PlumblineJSONTree

/// The conditions of a search for items, all of which must be met.
///
/// A search examines all items of a collection, possibly hundreds of thousands. The values to search for are prepared
/// once, and most items that don't match are recognized by their text alone, without parsing it.
struct Matching {
  private let conditions: [Condition]
  private let bounds: [Bound]

  /// - Parameters:
  ///   - wanted: The values to search for, each with the members to search.
  ///   - bounds: Conditions on members.
  init(_ wanted: [(JSON, [JSONPointer])], within bounds: [Bound] = []) {
    conditions = wanted.map { Condition($0, $1) }
    self.bounds = bounds
  }

  /// A Boolean value that indicates whether there are no conditions.
  var isEmpty: Bool { conditions.isEmpty && bounds.isEmpty }

  /// Returns a Boolean value that indicates whether an item meets all conditions.
  func fits(_ item: JSON) -> Bool {
    conditions.allSatisfy { $0.fits(item) } && bounds.allSatisfy { $0.fits(item) }
  }

  /// Returns a Boolean value that indicates whether an item with this text might match. If the value is `true`, the
  /// item still has to be checked.
  func mayFit(_ text: UnsafeBufferPointer<UInt8>) -> Bool { conditions.allSatisfy { $0.mayFit(text) } }
}

/// A condition on members of an item. A single member must equal a value (or one of several, if the value is a list) or
/// be a list that contains it. If there are several members, one of them must contain the value as text, ignoring case.
private struct Condition {
  private let value: JSON
  /// The value, or its elements if it is a list.
  private let values: [JSON]
  private let members: [JSONPointer]
  /// The text to search for, in lowercase.
  private let wanted: String
  private let needle: TextNeedle?
  /// A string that occurs in the text of every matching item, unless it is escaped there.
  private let trace: TextNeedle?

  init(_ value: JSON, _ members: [JSONPointer]) {
    self.value = value
    self.members = members
    let isList = value.kind == .array
    values = isList ? Array(value.elements) : [value]
    wanted = members.count > 1 && !isList ? Self.text(value).lowercased() : ""
    needle = TextNeedle(wanted)
    // Don't search the text for numbers, which can be written in several ways, or for several values.
    let known = members.count > 1 ? wanted : value.string ?? ""
    let isNumberLike = known.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
    trace = isNumberLike ? nil : TextNeedle(known).flatMap { $0.isUnescaped ? $0 : nil }
  }

  func mayFit(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let trace else { return true }
    return trace.isIn(text) || !TextNeedle.isPlain(text)
  }

  func fits(_ item: JSON) -> Bool {
    if members.count > 1, value.kind != .array {
      return wanted.isEmpty || members.contains { item.at($0).map { contains($0) } ?? false }
    }
    return members.contains { pointer in
      guard let member = item.at(pointer) else { return false }
      return values.contains { member.isOrHas($0) } || member == value
    }
  }

  private func contains(_ member: JSON) -> Bool {
    var text = Self.text(member)
    guard let needle else { return text.lowercased().contains(wanted) }
    var isASCII = true
    var isThere = text.withUTF8 { bytes in
      isASCII = bytes.allSatisfy { $0 < 0x80 }
      return needle.isIn(bytes)
    }
    if isASCII { return isThere }
    var small = text.lowercased()
    isThere = small.withUTF8 { needle.isIn($0) }
    // Compare characters, although that is slow: a matching letter in the bytes may be part of a combined character.
    return isThere && small.contains(wanted)
  }

  /// Returns the text to search in a value. Strings are unchanged, and null is empty.
  private static func text(_ value: JSON) -> String { value.isNull ? "" : ItemTable.text(of: value) }
}

extension JSON {
  /// Returns a Boolean value that indicates whether an item's member is the value searched for, or is a list that
  /// contains it. A number equals a string with the same digits.
  func isOrHas(_ value: JSON) -> Bool {
    if isSame(value) { return true }
    return kind == .array && elements.contains { $0.isSame(value) }
  }

  private func isSame(_ value: JSON) -> Bool {
    if self == value { return true }
    guard isTextOrNumber, value.isTextOrNumber, kind != value.kind else { return false }
    return ItemTable.text(of: self) == ItemTable.text(of: value)
  }

  private var isTextOrNumber: Bool { kind == .string || kind == .number }
}
