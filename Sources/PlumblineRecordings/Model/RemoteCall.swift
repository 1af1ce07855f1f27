import PlumblineJSONTree

/// The operation that a body calls, for APIs where all calls use the same path. For JSON-RPC 2.0, this is the method
/// and its params. For GraphQL, it is the operation and its variables. Other parts, such as a call's `id`, are ignored.
package struct RemoteCall: Sendable, Hashable {
  /// The method or operation. For a batch, it contains those of all calls.
  package let operation: String
  package let arguments: JSON?

  /// - Returns: `nil` if the body isn't such a call.
  package init?(_ body: JSON) {
    switch body.kind {
    case .array:
      let calls = body.elements.prefix(Self.mostCalls).compactMap { RemoteCall($0) }
      guard !calls.isEmpty, calls.count == min(body.count, Self.mostCalls),
        body.elements.allSatisfy({ $0.kind == .object })
      else { return nil }
      operation = "[\(calls.map(\.operation).joined(separator: ", "))]"
      arguments = .array(calls.map { $0.arguments ?? .null })
    case .object:
      if body["jsonrpc"] != nil, let method = body["method"]?.string {
        (operation, arguments) = (method, body["params"])
      } else if Self.isGraphQL(body), let query = body["query"]?.string {
        let text = Self.plain(query)
        operation = body["operationName"]?.string.map { "\($0): \(text)" } ?? text
        arguments = body["variables"]
      } else {
        return nil
      }
    default: return nil
    }
  }

  private static let mostCalls = 100
  private static let parts: Set<String> = ["query", "operationName", "variables", "extensions"]

  /// Returns a Boolean value that indicates whether a body is a single GraphQL call: it has a document, and no members
  /// other than those of a call.
  package static func isGraphQL(_ body: JSON) -> Bool {
    guard body.kind == .object, body["jsonrpc"] == nil, let query = body["query"]?.string else { return false }
    return body.members.keys.allSatisfy(parts.contains) && isDocument(query)
  }

  /// Returns a Boolean value that indicates whether a string looks like a GraphQL document, rather than a sentence.
  private static func isDocument(_ query: String) -> Bool {
    let text = plain(query)
    guard text.contains("{"), text.hasSuffix("}") else { return false }
    let word = text.prefix { $0.isLetter }
    let next = text[word.endIndex...].first
    return text.hasPrefix("{")
      || ["query", "mutation", "subscription", "fragment"].contains(word) && next.map { " {(@".contains($0) } ?? false
  }

  /// Returns a document without comments, and with only those spaces that separate words. `query {` is shortened to
  /// `{`.
  private static func plain(_ query: String) -> String {
    var text = ""
    for line in query.split(whereSeparator: \.isNewline) {
      for word in line.prefix(while: { $0 != "#" }).split(whereSeparator: \.isWhitespace) {
        if let last = text.last, let first = word.first, isWord(last), isWord(first) { text += " " }
        text += word
      }
    }
    return text.hasPrefix("query{") ? String(text.dropFirst("query".count)) : text
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_$@\"".contains(character)
  }

  /// Returns the number of differing values in the arguments, up to a limit.
  package func differences(from other: RemoteCall, upTo bound: Int) -> Int {
    Self.differences(arguments, other.arguments, upTo: bound)
  }

  private static func differences(_ one: JSON?, _ other: JSON?, upTo bound: Int) -> Int {
    guard let one, let other else { return one == nil && other == nil ? 0 : 1 }
    if one == other { return 0 }
    var count = 0
    if one.kind == .object, other.kind == .object {
      for (key, value) in one.members where count < bound {
        count += differences(value, other[key], upTo: bound - count)
      }
      for key in other.members.keys where one[key] == nil && count < bound { count += 1 }
    } else if one.kind == .array, other.kind == .array, one.count == other.count {
      for (mine, theirs) in zip(one.elements, other.elements) where count < bound {
        count += differences(mine, theirs, upTo: bound - count)
      }
    }
    return max(1, count)
  }
}

extension RemoteCall {
  /// A value in the arguments that differs between two bodies.
  package struct Difference: Sendable {
    /// The location of the value, such as `/params/0/id`, `/variables/id`, or, in a batch, `/1/params/0`.
    package let place: JSONPointer
    /// The value in the first body, or `nil` if it is absent there.
    package let value: JSON?
    /// The value in the other body, or `nil` if it is absent there.
    package let other: JSON?
  }

  /// Returns the first difference between the arguments of two bodies that call the same operation, or `nil` if there
  /// is none.
  package static func firstDifference(between body: JSON, and other: JSON) -> Difference? {
    firstDifference(between: body, and: other, at: JSONPointer())
  }

  private static func firstDifference(between body: JSON, and other: JSON, at place: JSONPointer) -> Difference? {
    if body.kind == .array, other.kind == .array, place.tokens.isEmpty {
      for (index, (call, recorded)) in zip(body.elements, other.elements).enumerated() {
        if let found = firstDifference(between: call, and: recorded, at: place.appending(index)) { return found }
      }
      return nil
    }
    guard body.kind == .object, other.kind == .object else { return nil }
    let name = body["jsonrpc"] == nil ? "variables" : "params"
    return first(body[name], other[name], at: place.appending(name))
  }

  private static func first(_ value: JSON?, _ other: JSON?, at place: JSONPointer) -> Difference? {
    guard let mine = value, let theirs = other else {
      return value == nil && other == nil ? nil : Difference(place: place, value: value, other: other)
    }
    if mine.kind == .object, theirs.kind == .object {
      for (key, inner) in mine.members {
        if let found = first(inner, theirs[key], at: place.appending(key)) { return found }
      }
      return theirs.members.first { mine[$0.key] == nil }.map {
        Difference(place: place.appending($0.key), value: nil, other: $0.value)
      }
    }
    if mine.kind == .array, theirs.kind == .array, mine.count == theirs.count {
      for (index, (inner, recorded)) in zip(mine.elements, theirs.elements).enumerated() {
        if let found = first(inner, recorded, at: place.appending(index)) { return found }
      }
      return nil
    }
    return mine == theirs ? nil : Difference(place: place, value: mine, other: theirs)
  }
}
