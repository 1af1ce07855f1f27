import PlumblineHTTPMessages
import PlumblineJSONTree

/// The header fields of a saved request or response.
struct SavedHeaders {
  private(set) var all: [RequestURL.Item] = []

  init(_ owner: JSON, _ variables: Variables) {
    guard let written = owner["header"] else { return }
    if let text = written.string { add(text, written, variables) }
    for field in owner.list("header") {
      if let text = field.string { add(text, field, variables) }
      guard field.kind == .object, let key = field["key"]?.string else { continue }
      add(key, field["value"]?.plainText ?? "", field.isDisabled, field, variables)
    }
  }

  private mutating func add(_ text: String, _ source: JSON, _ variables: Variables) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      add(String(line[..<colon]), String(line[line.index(after: colon)...]), false, source, variables)
    }
  }

  private mutating func add(
    _ name: String, _ value: String, _ isDisabled: Bool, _ source: JSON, _ variables: Variables
  ) {
    let name = Self.trimmed(variables.resolved(name))
    let value = Self.trimmed(variables.resolved(value))
    guard !name.isEmpty, HeaderFields.isLegal(name: name, value: value.isEmpty ? "x" : value) else { return }
    all.append(RequestURL.Item(name: name, value: value, isDisabled: isDisabled, source: source))
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Returns the value of an enabled field.
  subscript(name: String) -> String? {
    all.first { !$0.isDisabled && $0.name.lowercased() == name && !$0.value.isEmpty }?.value
  }

  /// Returns a Boolean value that indicates whether a request's field concerns its transport, its caller, or the
  /// encoding of its body.
  static func isOfTransport(_ name: String) -> Bool {
    let name = name.lowercased()
    return KnownFields.isAny([.connection, .proxy, .delivery, .passage, .client, .request], name)
      || name == "postman-token"
  }
}
