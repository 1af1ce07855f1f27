import PlumblineContractModel
import PlumblineDriftDetection

/// Judges the exchanges of one session's journal.
package struct JournalJudge: Sendable {
  package let library: MockLibrary
  private let inspector: Inspector
  private let persona: Persona?

  /// - Parameter options: where everyone is one persona, nobody has to show credentials.
  package init(_ library: MockLibrary, options: MockOptions) {
    self.library = library
    persona = options.persona.flatMap { library.contract.persona($0) }
    inspector = Inspector(library.contract, options: .init(credentialsVisible: persona == nil, today: options.today))
  }

  /// Every disagreement of an exchange with the contract, as it may be shown; none where a body wasn't kept, or where
  /// nobody was asked.
  package func drift(_ entry: JournalEntry) -> [Drift] {
    guard entry.isWhole, entry.recording != Labels.notSent else { return [] }
    let exchange = entry.exchange
    let drift = inspector.inspect(exchange, as: persona)
    if drift.isEmpty { return drift }
    return drift.map(Redactor(showing: [exchange], of: library.contract).redact)
  }
}
