/// The records of a run against a real server that make it possible to undo the run.
struct ServerRecords: Sendable {
  let items: ItemClient
  let ledger: ItemLedger
  let ownership: Ownership
  let refused: RefusedRequests
  let sessions: OwnSessions
  let given: GivenSessions
  let logins: LoginHistory
  let mark: RunMark
  let images = ItemImages()
  let waits = VainWaits()
  let tried = TriedEndpoints()
  /// A Boolean value that indicates whether nothing on the server is worth keeping.
  var isDisposable = false

  /// The recorder of the exchanges on the wire.
  var recorder: LedgerRecorder { LedgerRecorder(ledger: ledger, contract: items.contract) }

  /// Determines the effects of earlier requests before the next request changes anything.
  func settle() async {
    await ownership.settle()
    await refused.settle()
  }
}

/// A check of the items that a server refused to change or remove. Some servers execute a request before they reject
/// it.
///
/// It runs before anything else is changed, because a later change may be another call's.
struct RefusedRequests: Sendable {
  let items: ItemClient
  let ledger: ItemLedger

  func settle() async {
    for (entry, loss) in ledger.refused { await settle(entry, loss) }
  }

  private func settle(_ entry: ItemLedger.Entry, _ loss: String?) async {
    let item = entry.item
    guard let resource = items.resource(item), entry.wasAbsent || entry.original != nil else {
      return ledger.forget(item)
    }
    switch await items.look(for: item, credentials: entry.credentials, isPatient: true) {
    case .absent where entry.wasAbsent: ledger.forget(item)
    case .absent where loss != nil:
      if let delete = resource.delete {
        let reason = "left behind: \(item), which was there before the run, is gone\(loss ?? "")"
        ledger.doubt(delete, entry.call, reason, isFailure: false)
      }
      ledger.forget(item)
    case .there(let snapshot):
      let isAsBefore = entry.original.map {
        Cleanup.differences($0, snapshot.item, besides: resource.collection).isEmpty
      }
      if isAsBefore ?? false { ledger.forget(item) } else { ledger.touch(item) }
    // Restore an item that can't be read like a changed one.
    case .absent, .unknown: ledger.touch(item)
    }
  }
}
