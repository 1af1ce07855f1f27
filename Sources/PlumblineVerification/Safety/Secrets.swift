import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// The credential values of a run, masked in all that people read.
///
/// A server may echo what it was sent, and then a key is in the `actual` of drift. ``Redactor`` decides what becomes "•••":
/// each occurrence in each way in which it may be written, also one that was cut short with an ellipsis.
package struct Secrets: Sendable {
  private let table: SecretTable
  private let memo: ShownSecrets
  let redactor: Redactor

  package init(_ values: some Sequence<String>) {
    var table = SecretTable()
    for value in values { table.addGiven(value) }
    self.init(table, ShownSecrets())
  }

  private init(_ table: SecretTable, _ memo: ShownSecrets) {
    self.table = table
    self.memo = memo
    redactor = Redactor(nil, table)
  }

  /// These, and those that exchanges show: a client may have been given a token while it ran.
  package func adding(_ exchanges: [Exchange], of contract: Contract) -> Secrets {
    var table = table
    for exchange in exchanges { table.learn(memo.values(of: exchange, of: contract)) }
    return Secrets(table, memo)
  }

  /// Returns a redactor that masks the values in messages to a service.
  func redactor(for contract: Contract) -> Redactor { Redactor(contract, table) }

  /// Returns a string without the values.
  package func redact(_ text: String) -> String { redactor.text(text) }
}
