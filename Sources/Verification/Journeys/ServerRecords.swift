/// What is kept of a run against a real server, so that it can be undone.
struct ServerRecords: Sendable {
  let desk: ItemDesk
  let ledger: ItemLedger
}
