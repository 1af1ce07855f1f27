import PlumblineHTTPMessages
import PlumblineJSONTree

/// The query of an expected request.
package struct PactQuery: Sendable, Hashable {
  package struct Item: Sendable, Hashable {
    package let name: String
    package var values: [String]
  }

  /// The parameters in order, decoded, or `nil` if the pact doesn't mention the query.
  package let items: [Item]?
  /// The query as a string, if it is written as one.
  let text: String?

  /// - Parameter written: A string, as in versions 1 and 2, or an object of lists.
  init(_ written: JSON?) {
    guard let written, !written.isNull else {
      (items, text) = (nil, nil)
      return
    }
    if let text = written.string {
      self.text = text
      items = Self.items(of: text)
      return
    }
    text = nil
    items = written.members.map { name, value in
      Item(name: name, values: value.kind == .array ? value.elements.map(Self.text) : [Self.text(value)])
    }
  }

  private init(_ items: [Item]) { (self.items, text) = (items, nil) }

  /// Returns the query with a different value for a parameter. The parameter is added if the query doesn't have it.
  ///
  /// - Parameter index: The index among the parameter's values, or `nil` for all of them.
  package func setting(_ name: String, _ index: Int?, to value: String) -> PactQuery {
    guard let items, items.contains(where: { $0.name == name }) else {
      return PactQuery((items ?? []) + [Item(name: name, values: [value])])
    }
    return PactQuery(
      items.map { item in
        guard item.name == name else { return item }
        var changed = item
        changed.values = item.values.enumerated().map { index ?? $0.offset == $0.offset ? value : $0.element }
        return changed
      })
  }

  private static func text(_ value: JSON) -> String { value.string ?? (value.isNull ? "" : value.text) }

  /// Returns the parameters of a query in the form they are sent.
  static func items(of text: String) -> [Item] {
    var items: [Item] = []
    var places: [String: Int] = [:]
    for piece in text.utf8.split(separator: UInt8(ascii: "&")) {
      let equals = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
      let name = PercentEncoding.decode(piece[..<equals], plusIsSpace: true)
      let value = PercentEncoding.decode(piece[equals...].dropFirst(), plusIsSpace: true)
      if let place = places[name] {
        items[place].values.append(value)
      } else {
        places[name] = items.count
        items.append(Item(name: name, values: [value]))
      }
    }
    return items
  }

  /// Returns the pieces of a string between its ampersands, decoded.
  static func pieces(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map {
      PercentEncoding.decode($0, plusIsSpace: true)
    }
  }

  /// The query as sent, without the question mark, or `nil` if there is none.
  package var sent: String? {
    if let text { return text.isEmpty ? nil : text }
    guard let items, !items.isEmpty else { return nil }
    return items.flatMap { item in
      item.values.map { "\(PercentEncoding.encode(item.name))=\(PercentEncoding.encode($0))" }
    }.joined(separator: "&")
  }
}
