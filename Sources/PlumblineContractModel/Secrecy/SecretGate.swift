/// The last filter before every screen, journal, report and file: no credential from the environment passes it.
///
/// A redactor learns the credentials that the current exchange sends. A token may also appear elsewhere, such as in the
/// URL of a request that sends none, so credentials from the environment are known from the start and masked
/// everywhere.
package struct SecretGate: Sendable {
  /// The values, for the redactors of exchanges.
  package private(set) var table = SecretTable()

  package init() {}

  /// Adds a credential.
  package mutating func add(_ value: String) { table.addGiven(value) }

  /// Returns human-readable lines without the credentials.
  package func lines(_ text: String) -> String {
    table.credentials.isEmpty ? text : Redactor(nil, table).withoutKnown(text, keepingForm: false)
  }

  /// Returns a whole document, such as a report in JSON, without the credentials. A credential that is a short plain
  /// word is kept: it may be a name that the format requires, and values are masked before they are written to a
  /// document.
  package func document(_ text: String) -> String {
    table.credentials.isEmpty ? text : Redactor(nil, table).withoutKnown(text, keepingForm: true)
  }
}
