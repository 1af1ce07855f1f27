import PlumblineJSONTree

/// A message that demonstrates a change: a request that was valid and is now rejected, or a possible response that was
/// never promised.
///
/// Only the relevant parts are spelled out, in the form of a recording. The template represents the path if the path's
/// values don't matter.
///
///     {"request": {"method": "PUT", "path": "/tickets/{ticket_id}", "body": {"status": "LOST"}}}
///     {"request": {"method": "GET", "path": "/tickets"}, "response": {"status": 200, "body": {"data": [{"id": "17"}]}}}
package struct ChangeWitness: Sendable, Hashable {
  /// The message that shows the change.
  package enum Message: String, Sendable, Hashable { case request, response }

  package let message: Message
  package let method: String
  /// The relevant part of the path.
  package let path: String
  /// The status of a response.
  package let status: Int?
  /// The location of ``value`` in the exchange, such as `/response/body/data`.
  package let place: JSONPointer
  /// The value that demonstrates the change, or `nil` if its absence does.
  package let value: JSON?
  /// The relevant parts of the exchange.
  package let json: JSON

  /// Creates a witness.
  ///
  /// - Parameters:
  ///   - shown: A larger value that contains the value, with its location, if `place` has tokens that stand for any
  ///     item or member.
  ///   - others: Other values that the message must contain, with their locations.
  package init(
    _ message: Message, method: String, path: String, status: Int? = nil, place: JSONPointer, value: JSON?,
    in shown: (place: JSONPointer, value: JSON)? = nil, others: [(JSONPointer, JSON)] = []
  ) {
    self.message = message
    self.method = method
    self.path = path
    self.status = status
    self.place = place
    self.value = value
    var json = JSON.object([("request", .object([("method", JSON(method)), ("path", JSON(path))]))])
    if let status { json = json.placing(JSON(status), at: ["response", "status"]) }
    let shown = shown ?? value.map { (place, $0) }
    let others = others.filter { !$0.0.isWithin(place) }
    let around = others.filter { !$0.0.isWithin(shown?.place ?? place) }
    for (other, content) in around { json = json.placing(content, at: other.tokens[...]) }
    // The path itself contains a path parameter's value.
    if let shown, place.tokens.dropFirst().first != "path" {
      json = json.placing(shown.value, at: shown.place.tokens[...])
      for (other, content) in others where other.isWithin(shown.place) {
        json = json.placing(content, at: other.tokens[...])
      }
    }
    self.json = json
  }
}

extension JSON {
  /// Returns the value with another value placed at a location, creating containers on the way. Any index becomes the
  /// first of a list.
  fileprivate func placing(_ value: JSON, at tokens: ArraySlice<String>) -> JSON {
    guard let token = tokens.first else { return value }
    let rest = tokens.dropFirst()
    if token == "0", kind != .object { return .array([(self[0] ?? .object([])).placing(value, at: rest)]) }
    let inner = (self[token] ?? .object([])).placing(value, at: rest)
    let own = members.map { ($0.key, $0.value) }
    guard let index = own.firstIndex(where: { $0.0 == token }) else { return .object(own + [(token, inner)]) }
    return .object(own.enumerated().map { $0.offset == index ? (token, inner) : $0.element })
  }
}
