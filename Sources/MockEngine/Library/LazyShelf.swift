import ContractModel
import Recordings
import Synchronization

/// An endpoint's shelf, made when it is first asked for.
final class LazyShelf: Sendable {
  private let endpoint: Endpoint
  private let recordings: [Recording]
  private let made = AtomicLazyReference<Shelf>()

  init(_ endpoint: Endpoint, recordings: [Recording]) {
    self.endpoint = endpoint
    self.recordings = recordings
  }

  /// Two threads that ask at once may both make it; all of them get the first one.
  func shelf(in contract: Contract, credentials: CredentialNames) -> Shelf {
    made.load()
      ?? made.storeIfNil(Shelf(endpoint, recordings: recordings, contract: contract, credentials: credentials))
  }
}
