import PlumblineHTTPMessages
import PlumblineJSONTree

/// Serialization of values as the text to send.
extension ParameterStyle {
  /// Returns the percent-encoded text for a path.
  ///
  /// - Parameter encode: A closure that encodes a single string.
  package func pathText(
    _ value: JSON, named name: String, _ encode: (String) -> String = { PercentEncoding.encode($0) }
  ) -> String {
    let texts = items(of: value, encode)
    let own = PercentEncoding.encode(name)
    switch (kind, texts) {
    case (.label, .members(let members)) where explode: return members.map { ".\($0.name)=\($0.value)" }.joined()
    case (.label, _): return "." + joined(texts)
    case (.matrix, .elements(let elements)) where explode: return elements.map { ";\(own)=\($0)" }.joined()
    case (.matrix, .members(let members)) where explode: return members.map { ";\($0.name)=\($0.value)" }.joined()
    case (.matrix, .one("")): return ";\(own)"
    case (.matrix, _): return ";\(own)=" + joined(texts)
    default: return joined(texts)
    }
  }

  /// Returns the value for a header field, without characters that aren't allowed there.
  package func headerText(_ value: JSON) -> String {
    joined(items(of: value) { $0 }).filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" && $0 != "\0" }
  }

  /// Returns the percent-encoded `name=value` items for a query, a form or cookies.
  package func queryItems(_ value: JSON, named name: String) -> [String] {
    let own = PercentEncoding.encode(name)
    if isJSON { return ["\(own)=\(PercentEncoding.encode(value.text))"] }
    if kind == .deepObject {
      return Self.leaves(of: value, at: name).map {
        "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.text))"
      }
    }
    let texts = items(of: value) { PercentEncoding.encode($0) }
    switch texts {
    case .elements(let elements) where explode: return elements.map { "\(own)=\($0)" }
    case .members(let members) where explode: return members.map { "\($0.name)=\($0.value)" }
    // Omit an empty list. It isn't the same as a list with one empty string.
    case .elements(let elements) where elements.isEmpty: return []
    default: return ["\(own)=\(joined(texts))"]
    }
  }

  private enum Items {
    case one(String)
    case elements([String])
    case members([(name: String, value: String)])
  }

  private func items(of value: JSON, _ encode: (String) -> String) -> Items {
    if isJSON { return .one(encode(value.text)) }
    switch value.kind {
    case .array: return .elements(value.elements.map { encode(Self.text(of: $0)) })
    case .object: return .members(value.members.map { (encode($0.key), encode(Self.text(of: $0.value))) })
    case .null, .bool, .number, .string: return .one(encode(Self.text(of: value)))
    }
  }

  private func joined(_ items: Items) -> String {
    let delimiter =
      kind == .label || kind == .matrix || kind == .simple
      ? String(UnicodeScalar(self.delimiter.byte)) : self.delimiter.encoded
    switch items {
    case .one(let text): return text
    case .elements(let elements): return elements.joined(separator: delimiter)
    case .members(let members):
      let form = explode ? "=" : delimiter
      return members.map { "\($0.name)\(form)\($0.value)" }.joined(separator: delimiter)
    }
  }

  /// Returns a scalar's text, or JSON for a nested value, because the style can't represent it.
  package static func text(of value: JSON) -> String { value.isNull ? "" : value.string ?? value.text }

  private static func leaves(of value: JSON, at name: String) -> [(name: String, text: String)] {
    switch value.kind {
    case .object: value.members.flatMap { leaves(of: $0.value, at: "\(name)[\($0.key)]") }
    case .array:
      // Use an index to keep the parts of an element together.
      value.elements.enumerated().flatMap { index, element in
        leaves(of: element, at: element.kind == .object || element.kind == .array ? "\(name)[\(index)]" : "\(name)[]")
      }
    case .null, .bool, .number, .string: [(name, text(of: value))]
    }
  }
}
