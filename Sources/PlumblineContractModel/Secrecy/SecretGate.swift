/// The gate before every screen, journal, report and file: no credential that the environment gives passes it.
///
/// A redactor learns what the exchange at hand sends as a credential. A token may stand elsewhere, say in the URL of a
/// request that sends none: what the environment gives is known from the start, and masked wherever it stands.
package struct SecretGate: Sendable {
  /// The values, for the redactors of exchanges.
  package private(set) var table = SecretTable()

  package init() {}

  /// Adds a credential, in lower case as well: names of header fields are written so.
  package mutating func add(_ value: String) {
    table.addGiven(value)
    let folded = value.lowercased()
    if SecretTable.isTelling(folded) { table.addGiven(folded) }
  }

  /// Lines for people without the credentials.
  package func lines(_ text: String) -> String {
    table.credentials.isEmpty ? text : Redactor(nil, table).withoutKnown(text, keepingForm: false)
  }

  /// A whole document, such as a report in JSON, without the credentials. A credential that is a short plain word stays: it
  /// may be a name that the form prescribes, and values are masked before they come into a document.
  package func document(_ text: String) -> String {
    table.credentials.isEmpty ? text : Redactor(nil, table).withoutKnown(text, keepingForm: true)
  }
}
