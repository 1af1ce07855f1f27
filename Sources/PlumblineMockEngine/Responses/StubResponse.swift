import PlumblineHTTPMessages

/// A hand-written response that replaces a recording.
package struct StubResponse: Sendable, Hashable {
  /// A header field as sent.
  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package let status: Int
  package let fields: [Field]
  package let body: [UInt8]

  package init(status: Int, fields: [Field], body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// A sentence that explains why the response can't be sent, or `nil` if it can.
  var problem: String? {
    guard (200...599).contains(status) else { return "\(status) isn't a response status: use 200 to 599." }
    guard let wrong = fields.first(where: { !HeaderFields.isLegal(name: $0.name, value: $0.value) }) else { return nil }
    return
      "\"\(wrong.name.prefix(60))\" isn't a valid header field: names are tokens, and values contain no control characters."
  }

  var response: Response {
    var headers = HeaderFields()
    for field in fields { headers.append(checked: field.name, value: field.value) }
    return Labels.adding(Labels.written, to: Response(status: status, headers: headers, body: Body(body)))
  }
}

/// A closure that creates a response to each request, compared by identity.
package final class ResponseMaker: Sendable, Hashable {
  let make: @Sendable (Request) -> StubResponse

  package init(_ make: @escaping @Sendable (Request) -> StubResponse) { self.make = make }

  package static func == (one: ResponseMaker, other: ResponseMaker) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
