/// The last filter before anything is shown on screen or written to a journal, a report or a file. It removes all
/// credentials that come from the environment.
///
/// A redactor learns the credentials that the current exchange sends. A token may also appear elsewhere, such as in the
/// URL of a request that sends no credentials, so the gate knows credentials from the environment from the start and
/// masks them everywhere.
package struct SecretGate: Sendable {
  /// The table of the credentials, for the redactors of exchanges.
  package private(set) var table = SecretTable()

  package init() {}

  /// Adds a credential to mask.
  package mutating func add(_ value: String) { table.addGiven(value) }

  /// Returns human-readable lines without the credentials.
  package func lines(_ text: String) -> String {
    table.credentials.isEmpty ? text : Redactor(nil, table).withoutKnown(text, keepingForm: false)
  }

  /// Returns a whole document, such as a JSON report, without the credentials. A credential that is a short plain word
  /// is kept, because the format may require that word as a name. Values are masked before they are written to a
  /// document.
  package func document(_ text: String) -> String {
    table.credentials.isEmpty ? text : Redactor(nil, table).withoutKnown(text, keepingForm: true)
  }
}
