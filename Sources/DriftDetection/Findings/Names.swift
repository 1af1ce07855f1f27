/// What the names of members and header fields tell.
enum Names {
  /// A name without its case and its separators: `ticketId`, `ticket_id` and `Ticket-ID` are one.
  static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  /// True when what stands under a name must not be shown: passwords, tokens, keys.
  static func isSecret(_ name: String) -> Bool {
    let name = folded(name)
    return secretWords.contains { name.contains($0) }
  }

  private static let secretWords = [
    "password", "passwd", "passphrase", "secret", "token", "apikey", "authorization", "cookie", "credential",
  ]
}
