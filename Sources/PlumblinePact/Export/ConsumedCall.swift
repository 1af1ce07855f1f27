import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A call by a client, with its exchange and with what the client needs from the response.
package struct ConsumedCall: Sendable {
  /// A client's need for one field of a response's body.
  package struct Need: Sendable, Hashable {
    /// The field in the body, such as `/data/*/id`. `*` represents every element.
    package let field: JSONPointer
    /// A Boolean value that indicates whether the client fails without the field. Elements of arrays are never
    /// required.
    package let isRequired: Bool
    /// The kinds of value that the client accepts, such as `integer`, `string` and `null`.
    package let kinds: Set<String>
    /// A regular expression that matches the strings that the client accepts, or `nil` if it accepts any string.
    package let pattern: String?

    package init(_ field: JSONPointer, isRequired: Bool, kinds: Set<String>, pattern: String? = nil) {
      self.field = field
      self.isRequired = isRequired
      self.kinds = kinds
      self.pattern = pattern
    }
  }

  package let endpoint: Endpoint
  /// A short description of the call, unique among the endpoint's calls.
  package let name: String
  package let exchange: Exchange
  /// The caller, or `nil` for an anonymous caller.
  package let persona: Persona?
  package let needs: [Need]

  package init(_ endpoint: Endpoint, _ name: String, _ exchange: Exchange, as persona: Persona?, needs: [Need]) {
    self.endpoint = endpoint
    self.name = name
    self.exchange = exchange
    self.persona = persona
    self.needs = needs
  }

  /// The description of the call's interaction, such as `tickets.get: reads a ticket`.
  package var title: String { "\(endpoint.id): \(name)" }
}
