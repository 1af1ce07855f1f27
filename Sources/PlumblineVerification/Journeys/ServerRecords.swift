/// What is kept of a run against a real server, so that it can be undone.
struct ServerRecords: Sendable {
  let items: ItemClient
  let ledger: ItemLedger
  let ownership: Ownership
  let refused: RefusedRequests
  let sessions: OwnSessions
  let mark: RunMark
  /// Whether nothing on the server is worth keeping.
  var isDisposable = false

  /// Finds out what came of the requests before, before another changes anything.
  func settle() async {
    await ownership.settle()
    await refused.settle()
  }
}
