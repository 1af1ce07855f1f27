import PlumblineContractModel
import PlumblineHTTPMessages

/// The credential values of a run, masked in all output.
///
/// A server may echo a request, so a key can end up in the `actual` value of drift. ``Redactor`` replaces each
/// occurrence with "•••", in any encoding, even if it is truncated with an ellipsis.
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

  /// Returns these secrets and those in exchanges. A client may have received a token during the run.
  package func adding(_ exchanges: [Exchange], of contract: Contract) -> Secrets {
    var table = table
    for exchange in exchanges { table.learn(memo.values(of: exchange, of: contract)) }
    return Secrets(table, memo)
  }

  /// Returns a redactor that masks the values in messages to a service.
  func redactor(for contract: Contract) -> Redactor { Redactor(contract, table) }

  /// Returns a string with the values masked.
  package func redact(_ text: String) -> String { redactor.text(text) }
}
