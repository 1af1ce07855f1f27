import Foundation

/// A conversion of decoded values to strings that are the same for equal values in any process.
enum Reflection {
  private static let depth = 40

  static func text(of value: Any) -> String {
    var text = ""
    append(value, to: &text, depth: 0)
    return text
  }

  private static func append(_ value: Any, to text: inout String, depth: Int) {
    if let leaf = leaf(value) {
      text += leaf
      return
    }
    let mirror = Mirror(reflecting: value)
    guard depth < Self.depth, mirror.displayStyle != nil || !mirror.children.isEmpty else {
      text += String(reflecting: value)
      return
    }
    if mirror.displayStyle == .enum, mirror.children.isEmpty {
      text += String(describing: value)
      return
    }
    if mirror.displayStyle == .optional, mirror.children.isEmpty {
      text += "nil"
      return
    }
    // Hashing is seeded per process, so sets and dictionaries have no stable order.
    let isUnordered = mirror.displayStyle == .set || mirror.displayStyle == .dictionary
    var parts: [String] = []
    text += "("
    var current: Mirror? = mirror
    while let next = current {
      for child in next.children {
        var part = child.label.map { $0 + ":" } ?? ""
        append(child.value, to: &part, depth: depth + 1)
        parts.append(part)
      }
      current = next.superclassMirror
    }
    text += (isUnordered ? parts.sorted() : parts).joined(separator: ",")
    text += ")"
  }

  /// Returns the text of a value whose children are only storage or are too expensive to visit, or `nil` for any other
  /// value.
  private static func leaf(_ value: Any) -> String? {
    switch value {
    case let text as String: "\"\(text)\""
    case let number as Int: "\(number)"
    case let flag as Bool: "\(flag)"
    case let number as Double: "\(number)"
    case let data as Data: data.base64EncodedString()
    case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
    case let url as URL: url.absoluteString
    case let number as Decimal: "\(number)"
    case let id as UUID: id.uuidString
    default: nil
    }
  }
}
