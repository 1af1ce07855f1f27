import PlumblineContractModel
import PlumblineRecordings

/// The result of translating a pact: a contract's files, recordings of its interactions, and the notes on the
/// translation.
package struct PactTranslation: Sendable {
  /// The contract's files. The list is empty if the pact is rejected.
  package let files: [ContractLoader.File]
  package let recordings: [Recording]
  /// The problems with the pact, sorted by place: the reasons for its rejection, or the omitted parts.
  package let errors: [Problem]
  /// The notes on parts that the contract omits or represents in a different form, sorted by place.
  package let notes: [Problem]
}
