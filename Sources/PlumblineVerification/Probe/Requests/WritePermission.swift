import PlumblineContractModel

/// The user's permission to send requests that a lenient server may act upon, if the contract doesn't forbid it.
///
/// Without one no ``HarmlessRequest`` has another method than GET, HEAD or OPTIONS, but for a POST that the contract marks as
/// `safe`.
struct WritePermission: Sendable {
  /// - Parameters:
  ///   - isGiven: whether the user gave `--allow-writes`.
  ///   - prohibition: why nothing is ever written to the server, by the contract.
  init?(isGiven: Bool, prohibition: String?) {
    guard isGiven, prohibition == nil else { return nil }
  }
}
