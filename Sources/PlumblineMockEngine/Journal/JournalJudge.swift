import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import Synchronization

/// A judge that checks the exchanges in a session's journal.
package struct JournalJudge: Sendable {
  package let library: MockLibrary
  private let options: MockOptions
  private let history: PersonaHistory?
  /// The credentials that must not be shown, in addition to those in an exchange itself.
  let secrets: SecretGate

  /// - Parameters:
  ///   - options: The session's options. If they make all callers act as a persona, no credentials are needed.
  ///   - history: The persona of all callers at each exchange, or `nil` to use the one in the options.
  ///   - secrets: The credentials that are masked wherever they occur.
  package init(
    _ library: MockLibrary, options: MockOptions, history: PersonaHistory? = nil, secrets: SecretGate = SecretGate()
  ) {
    self.library = library
    self.options = options
    self.history = history
    self.secrets = secrets
  }

  /// Returns the persona of all callers at an exchange, or `nil` if they identified themselves.
  func everyone(at entry: JournalEntry) -> Persona? {
    (history.map { $0.persona(at: entry.id) } ?? options.persona).flatMap { library.contract.persona($0) }
  }

  /// Returns a Boolean value that indicates whether an exchange can be checked. Its bodies must have been kept, and the
  /// response must come from a server or the mock.
  func canJudge(_ entry: JournalEntry) -> Bool { entry.isWhole && !Labels.isNobodys(entry.recording) }

  /// Returns all drift of an exchange, redacted for display. There is none if the exchange can't be checked.
  package func drift(_ entry: JournalEntry) -> [Drift] {
    guard canJudge(entry) else { return [] }
    let exchange = entry.exchange
    let drift = inspector(of: entry).inspect(exchange, as: everyone(at: entry))
    if drift.isEmpty { return drift }
    return drift.map(redactor(showing: exchange).redact)
  }

  /// Returns a redactor for the parts of an exchange that are shown.
  func redactor(showing exchange: Exchange) -> Redactor {
    Redactor(showing: [exchange], of: library.contract, knowing: secrets.table)
  }

  /// Returns the reason why an exchange proves nothing about a real server, or `nil` if it does. There may have been no
  /// response, or one from a gateway.
  func outage(of entry: JournalEntry) -> Outage? { inspector(of: entry).outage(of: entry.exchange) }

  private func inspector(of entry: JournalEntry) -> Inspector {
    let visibility = everyone(at: entry) == nil ? Visibility.whole : .withoutCredentials
    return Inspector(
      library.contract,
      options: .init(visibility: visibility, today: options.today, isAnsweredByNobody: isMadeUp(entry)))
  }

  /// Returns a Boolean value that indicates whether the mock made up its error response because the contract documents
  /// no such error.
  private func isMadeUp(_ entry: JournalEntry) -> Bool {
    guard entry.answer.refusal != nil, entry.recording == Labels.built, let status = entry.status else { return false }
    return library.endpoint(of: entry.request).map { !$0.documents(status) } ?? false
  }
}

/// The personas of all callers over a journal's lifetime. An exchange is checked with the persona at its time, even if
/// the persona has changed since.
///
/// An exchange that happens during a switch may be checked with either persona. If there are very many switches, the
/// oldest are forgotten.
package final class PersonaHistory: Sendable {
  private struct Turn {
    /// The number of the last exchange before the switch.
    let after: Int
    let persona: String?
  }

  private static let most = 64
  private let turns: Mutex<[Turn]>

  init(_ persona: String?) {
    turns = Mutex([Turn(after: 0, persona: persona)])
  }

  /// Records that all callers act as a persona, starting with the next exchange.
  func note(_ persona: String?, after id: Int) {
    turns.withLock { turns in
      turns.append(Turn(after: id, persona: persona))
      if turns.count > Self.most { turns.removeFirst() }
    }
  }

  /// Returns the persona of all callers at an exchange.
  func persona(at id: Int) -> String? {
    turns.withLock { turns in (turns.last { $0.after < id } ?? turns.first)?.persona }
  }
}
