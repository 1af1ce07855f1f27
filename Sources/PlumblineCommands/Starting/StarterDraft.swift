import PlumblineWorkspace

/// The contents of a new package before any file is written.
struct StarterDraft: Sendable {
  let sources: [StarterPackage.File]
  var remarks: [String] = []
  /// The existing parts that the package adopts, one line each.
  var adopted: [String] = []
  /// The number of endpoints of the new contract, or `nil` if there was no source for one.
  var endpoints: Int?
  var recordings = 0
  /// The assumptions that the contract makes where its source is silent, one sentence each.
  var assumed: [String] = []
  /// A Boolean value that indicates whether the endpoints can only be called without a client.
  var isDirect = false
  /// The files of the contract and the recordings. The last one makes the others valid.
  var changes: [FileBatch.Change] = []
}
