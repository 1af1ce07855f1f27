import PlumblineContractModel

/// The user's permission to send requests that a lenient server may act on, provided the contract doesn't forbid it.
///
/// Without it, every ``HarmlessRequest`` is a GET, HEAD or OPTIONS, except for a POST that the contract marks as
/// `safe`.
struct WritePermission: Sendable {
  /// - Parameters:
  ///   - isGiven: A Boolean value that indicates whether the user passed `--allow-writes`.
  ///   - prohibition: The contract's reason for never writing to the server.
  init?(isGiven: Bool, prohibition: String?) {
    guard isGiven, prohibition == nil else { return nil }
  }
}
