import PlumblineContractModel
import PlumblineRecordings

/// An endpoint's shelf, made when it is first asked for.
final class LazyShelf: Sendable {
  private let endpoint: Endpoint
  private let recordings: [Recording]
  private let made = LazyReference<Shelf>()

  init(_ endpoint: Endpoint, recordings: [Recording]) {
    self.endpoint = endpoint
    self.recordings = recordings
  }

  func shelf(in contract: Contract, credentials: CredentialNames) -> Shelf {
    made.value { Shelf(endpoint, recordings: recordings, contract: contract, credentials: credentials) }
  }
}
