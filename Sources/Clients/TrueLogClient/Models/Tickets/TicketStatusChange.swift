/// The body of a status change.
struct TicketStatusChange: Encodable, Sendable, Hashable {
  /// The status to set.
  let status: TicketStatus
  /// A status of the company's own, beside `status`.
  let customStatus: String?

  enum CodingKeys: String, CodingKey {
    case status
    case customStatus = "custom_status"
  }
}
