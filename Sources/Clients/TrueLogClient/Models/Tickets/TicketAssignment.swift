/// The body of an assignment.
struct TicketAssignment: Encodable, Sendable, Hashable {
  /// The user who gets the ticket.
  let assignedToId: Int

  enum CodingKeys: String, CodingKey {
    case assignedToId = "assigned_to_id"
  }
}
