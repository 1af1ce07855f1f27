/// What the names of members and header fields tell.
enum Names {
  /// A name without its case and its separators: `ticketId`, `ticket_id` and `Ticket-ID` are one.
  static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }
}
