import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// One call of a client: the exchange that it made, and its needs of the response.
package struct ConsumedCall: Sendable {
  /// The need of a client for one field of a response's body.
  package struct Need: Sendable, Hashable {
    /// The field in the body: `/data/*/id`, `*` for every element.
    package let field: JSONPointer
    /// A Boolean value that indicates whether the client fails without it. Elements of arrays have no such need.
    package let isRequired: Bool
    /// The kinds of value that the client accepts: `integer`, `string`, `null`.
    package let kinds: Set<String>
    /// A regular expression that the strings have that the client accepts; `nil` if it accepts any.
    package let pattern: String?

    package init(_ field: JSONPointer, isRequired: Bool, kinds: Set<String>, pattern: String? = nil) {
      self.field = field
      self.isRequired = isRequired
      self.kinds = kinds
      self.pattern = pattern
    }
  }

  package let endpoint: Endpoint
  /// A few words for the call, which no other call of the endpoint has.
  package let name: String
  package let exchange: Exchange
  /// The caller; `nil` for an anonymous one.
  package let persona: Persona?
  package let needs: [Need]

  package init(_ endpoint: Endpoint, _ name: String, _ exchange: Exchange, as persona: Persona?, needs: [Need]) {
    self.endpoint = endpoint
    self.name = name
    self.exchange = exchange
    self.persona = persona
    self.needs = needs
  }

  /// The description of its interaction: `tickets.get: reads a ticket`.
  package var title: String { "\(endpoint.id): \(name)" }
}
