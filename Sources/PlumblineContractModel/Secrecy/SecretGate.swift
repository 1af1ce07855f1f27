/// The last filter before every screen, journal, report and file, which lets no credential from the environment
/// through.
///
/// A redactor learns the credentials that the current exchange sends. A token may appear elsewhere as well, such as in
/// the URL of a request that sends no credentials, so credentials from the environment are known from the start and
/// masked everywhere.
package struct SecretGate: Sendable {
  /// The table of the values, for the redactors of exchanges.
  package private(set) var table = SecretTable()

  package init() {}

  /// Adds a credential whose value the methods below mask.
  package mutating func add(_ value: String) { table.addGiven(value) }

  /// Returns human-readable lines without the credentials.
  package func lines(_ text: String) -> String {
    table.credentials.isEmpty ? text : Redactor(nil, table).withoutKnown(text, keepingForm: false)
  }

  /// Returns a whole document, such as a JSON report, without the credentials. A credential that is a short plain word
  /// is kept, because the word may be a name that the format requires, and values are masked before they are written to
  /// a document.
  package func document(_ text: String) -> String {
    table.credentials.isEmpty ? text : Redactor(nil, table).withoutKnown(text, keepingForm: true)
  }
}
