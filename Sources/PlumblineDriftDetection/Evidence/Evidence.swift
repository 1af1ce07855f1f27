import PlumblineJSONTree

/// An item that a contract documents about a response, with the number of times that a run's exchanges have shown it.
///
/// Missing evidence isn't drift. An item that was never seen isn't wrong, just unverified.
package struct Evidence: Sendable, Hashable {
  /// The kind of documented item.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A status of a success or an error.
    case status
    /// A field that may be absent.
    case field
    /// A field that may be null.
    case null
    /// A value of an enumeration.
    case value
  }

  package var service: String
  package var endpoint: String
  package var kind: Kind
  package var status: Int
  /// The location in the response, with `*` for array indices, such as `/response/body/data/priority`, or `nil` for a
  /// status.
  package var pointer: JSONPointer?
  /// The value of an enumeration, as JSON text.
  package var value: String?
  /// The number of exchanges that have shown the item.
  package var seen: Int

  package init(
    service: String, endpoint: String, kind: Kind, status: Int, pointer: JSONPointer? = nil, value: String? = nil,
    seen: Int = 0
  ) {
    self.service = service
    self.endpoint = endpoint
    self.kind = kind
    self.status = status
    self.pointer = pointer
    self.value = value
    self.seen = seen
  }
}
