import PlumblineHTTPMessages
import PlumblineJSONTree

/// Parsing of received strings into values with strings as leaves. ``Schema/typing(_:)`` converts these to numbers and
/// Booleans.
extension ParameterStyle {
  /// The shape of value that a schema requires. An array or object may be sent as several strings.
  package enum Shape: Sendable, Hashable {
    case scalar
    case array
    case object
  }

  /// The encoding of a string, depending on the part of the message.
  package enum Coding {
    /// Percent-encoded, as in a path.
    case url
    /// Percent-encoded, with a plus sign for a space, as in a query or a form.
    case form
    /// Unencoded, as in a header field.
    case plain

    func decode(_ bytes: ArraySlice<UInt8>) -> String {
      switch self {
      case .url: PercentEncoding.decode(bytes)
      case .form: PercentEncoding.decode(bytes, plusIsSpace: true)
      case .plain: String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  /// Parses a single string: a path segment, a header field's value or one value of a query.
  func value(of raw: ArraySlice<UInt8>, named name: String, as shape: Shape, _ coding: Coding) -> JSON {
    switch kind {
    case .label:
      guard raw.first == UInt8(ascii: ".") else { return JSON(coding.decode(raw)) }
      return plain(raw.dropFirst(), as: shape, coding)
    case .matrix:
      return matrix(raw, named: name, as: shape, coding) ?? JSON(coding.decode(raw))
    case .form, .spaceDelimited, .pipeDelimited, .deepObject, .simple:
      return plain(raw, as: shape, coding)
    }
  }

  private func plain(_ raw: ArraySlice<UInt8>, as shape: Shape, _ coding: Coding) -> JSON {
    switch shape {
    case .scalar: return JSON(coding.decode(raw))
    case .array: return .array(parts(of: raw, coding).map { JSON($0) })
    case .object:
      if explode { return members(pieces(of: raw, coding), coding) }
      let parts = parts(of: raw, coding)
      guard parts.count.isMultiple(of: 2) else { return JSON(coding.decode(raw)) }
      return Self.object(stride(from: 0, to: parts.count, by: 2).map { (parts[$0], parts[$0 + 1]) })
    }
  }

  /// Parses `;color=blue;color=black`, `;color=blue,black` or `;R=100;G=200`, or returns `nil` for any other format.
  private func matrix(_ raw: ArraySlice<UInt8>, named name: String, as shape: Shape, _ coding: Coding) -> JSON? {
    guard raw.first == UInt8(ascii: ";") else { return nil }
    let items = raw.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Self.pair($0, coding) }
    if explode, shape == .object { return Self.object(items.map { ($0.name, coding.decode($0.value)) }) }
    guard items.allSatisfy({ $0.name == name }) else { return nil }
    if explode, shape == .array { return .array(items.map { JSON(coding.decode($0.value)) }) }
    guard items.count == 1 else { return nil }
    return plain(items[0].value, as: shape, coding)
  }

  private func members(_ pieces: [ArraySlice<UInt8>], _ coding: Coding) -> JSON {
    Self.object(pieces.map { Self.pair($0, coding) }.map { ($0.name, coding.decode($0.value)) })
  }

  /// Returns the decoded elements of a string.
  func parts(of raw: ArraySlice<UInt8>, _ coding: Coding) -> [String] {
    if delimiter.isAlwaysEncoded {
      return Array(coding.decode(raw).utf8).split(separator: delimiter.byte, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    return pieces(of: raw, coding).map { coding.decode($0) }
  }

  /// Returns the elements as sent. Many clients also encode the delimiter in a query, so if there is no plain
  /// delimiter, an encoded one counts.
  private func pieces(of raw: ArraySlice<UInt8>, _ coding: Coding) -> [ArraySlice<UInt8>] {
    if raw.isEmpty { return [] }
    if case .plain = coding {
      return raw.split(separator: delimiter.byte, omittingEmptySubsequences: false).map(Self.trimmed)
    }
    if case .form = coding, !raw.contains(delimiter.byte), delimiter == .comma {
      let decoded = coding.decode(raw)
      if decoded.utf8.contains(delimiter.byte) {
        // The caller decodes the elements once more, so encode the remaining percent signs again to preserve them.
        let again = Array(decoded.replacing("%", with: "%25").replacing("+", with: "%2B").utf8)
        return again[...].split(separator: delimiter.byte, omittingEmptySubsequences: false)
      }
    }
    return raw.split(separator: delimiter.byte, omittingEmptySubsequences: false)
  }

  /// Removes the white space around an element of a header field's list. It has no meaning (RFC 9110 section 5.6.1).
  private static func trimmed(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = piece.drop { $0 == 0x20 || $0 == 0x09 }
    guard let last = rest.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return rest[rest.endIndex...] }
    return rest[...last]
  }

  /// Returns the name before the first `=` and the value after it.
  private static func pair(_ item: ArraySlice<UInt8>, _ coding: Coding) -> (name: String, value: ArraySlice<UInt8>) {
    let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
    return (coding.decode(item[..<equals]), item[equals...].dropFirst())
  }

  /// Returns an object of strings. A repeated name becomes an array of its strings.
  static func object(_ items: [(String, String)]) -> JSON {
    var names: [String] = []
    var values: [String: [String]] = [:]
    for (name, value) in items {
      if values[name] == nil { names.append(name) }
      values[name, default: []].append(value)
    }
    return .object(
      names.map { name in
        let texts = values[name] ?? []
        return (name, texts.count == 1 ? JSON(texts[0]) : .array(texts.map { JSON($0) }))
      })
  }
}

/// A name with brackets in the style `deepObject`, such as `filter[price][min]` or `filter[tags][]`.
struct BracketedName {
  /// The strings in the brackets, outermost first. An empty string appends an element.
  let keys: [String]

  /// Parses a name, or returns `nil` if it doesn't belong to the parameter or its brackets aren't closed.
  init?(_ name: String, of parameter: String) {
    guard name.hasPrefix(parameter), name.count > parameter.count else { return nil }
    var rest = name.dropFirst(parameter.count)
    var keys: [String] = []
    while let open = rest.first {
      guard open == "[", let close = rest.firstIndex(of: "]") else { return nil }
      keys.append(String(rest[rest.index(after: rest.startIndex)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    self.keys = keys
  }

  /// Returns the object for bracketed names and their strings, with at most sixteen levels of brackets.
  static func object(_ items: [(name: BracketedName, text: String)]) -> JSON {
    tree(items.map { (Array($0.name.keys.prefix(16))[...], $0.text) })
  }

  private static func tree(_ items: [(keys: ArraySlice<String>, text: String)]) -> JSON {
    let texts = items.filter(\.keys.isEmpty).map(\.text)
    if texts.count == items.count { return texts.count == 1 ? JSON(texts[0]) : .array(texts.map { JSON($0) }) }
    var order: [String] = []
    var groups: [String: [(keys: ArraySlice<String>, text: String)]] = [:]
    for item in items {
      guard let key = item.keys.first else { continue }
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append((item.keys.dropFirst(), item.text))
    }
    if order == [""] {
      let elements = groups[""] ?? []
      return .array(elements.map { tree([$0]) })
    }
    if !order.isEmpty, order.indices.allSatisfy({ order[$0] == String($0) }) {
      return .array(order.map { tree(groups[$0] ?? []) })
    }
    return .object(order.map { ($0, tree(groups[$0] ?? [])) })
  }
}
