import PlumblineASCII
import PlumblineJSONTree

extension JSON {
  /// Returns the elements of a member, or an empty array if it isn't a list.
  func list(_ name: String) -> [JSON] {
    guard kind == .object, let list = self[name], list.kind == .array else { return [] }
    return Array(list.elements)
  }

  /// Returns a member if it is an object, or `nil` otherwise.
  func object(_ name: String) -> JSON? {
    guard kind == .object, let value = self[name], value.kind == .object else { return nil }
    return value
  }

  /// The value as a string if it is a string, a number, or a Boolean value, or `nil` otherwise.
  var plainText: String? {
    switch kind {
    case .string: string
    case .number, .bool: text
    default: nil
    }
  }

  /// The description, which may be a string or an object that contains one.
  var describing: String? {
    guard let value = self["description"] else { return nil }
    let text = value.string ?? (value.kind == .object ? value["content"]?.string : nil)
    return text?.isEmpty == false ? text : nil
  }

  /// A Boolean value that indicates whether the item is disabled.
  var isDisabled: Bool { self["disabled"]?.bool == true }

  /// The status of a saved response, which may be a string of three digits.
  var savedStatus: Int? {
    guard let code = self["code"] else { return nil }
    guard let text = code.string else { return code.int }
    return text.utf8.count == 3 && text.utf8.allSatisfy { $0.isDigit } ? Int(text) : nil
  }
}
