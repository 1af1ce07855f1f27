import PlumblineContractModel
import PlumblineRecordings

/// What a pact came to: a contract's files, recordings of its interactions, and all that there is to say about the way.
package struct PactTranslation: Sendable {
  /// The contract's files; empty where the pact is refused.
  package let files: [ContractLoader.File]
  package let recordings: [Recording]
  /// What is wrong with the pact, sorted by place: why it is refused, or what is left out of it.
  package let errors: [Problem]
  /// What a contract doesn't hold, or how it does, sorted by place.
  package let notes: [Problem]
}
