import PlumblineJSONTree

extension JSON {
  /// The value as text, regardless of the order of members.
  var canonicalText: String {
    switch kind {
    case .object:
      let members = members.sorted { $0.key < $1.key }
      return "{\(members.map { "\(JSON($0.key).text):\($0.value.canonicalText)" }.joined(separator: ","))}"
    case .array: return "[\(elements.map(\.canonicalText).joined(separator: ","))]"
    default: return text
    }
  }
}
