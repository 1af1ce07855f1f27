import PlumblineWorkspace

/// What a new package begins with, before any of it is written.
struct StarterDraft: Sendable {
  let sources: [StarterPackage.File]
  var remarks: [String] = []
  /// What was there already and becomes part of the package, a line each.
  var adopted: [String] = []
  /// How many endpoints the contract has that was made; `nil` where none was made of anything.
  var endpoints: Int?
  var recordings = 0
  /// What the contract says that nothing told, a sentence each.
  var assumed: [String] = []
  /// A Boolean value that indicates whether nothing of it can be called but without a client.
  var isDirect = false
  /// The files of the contract and the recordings, what makes them valid last.
  var changes: [FileBatch.Change] = []
}
