/// What is kept of a run against a real server, so that it can be undone.
struct ServerRecords: Sendable {
  let items: ItemClient
  let ledger: ItemLedger
  let ownership: Ownership
  let sessions: OwnSessions
  let mark: RunMark
}
