import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// The values that the personas log in with, including changes by the run's own requests.
///
/// It follows the responses in order, as far as the contract describes which requests change login values: those that
/// update the caller's own item in the login's collection. The caller is identified by the request's token, which comes
/// from the environment or from a login or refresh of the run.
final class LoginHistory: Sendable {
  /// The values that a persona logs in with.
  struct Entry: Sendable {
    /// The current login values, by name.
    var typed: [String: String]
    /// The values before the last change, by name. The dictionary contains only those that were changed.
    var former: [String: String] = [:]
    /// The reason why the current values are uncertain.
    var doubt: String?
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// The names of the personas, by their tokens.
    var tokens: [String: String] = [:]
  }

  private let contract: Contract
  /// The contract's login rule, which issues tokens.
  private let rule: StateRule?
  /// The pointers to the login values in the items of the login's collection, by name.
  private let places: [String: JSONPointer]
  private let state: Mutex<State>

  init(contract: Contract, credentials: Credentials) {
    self.contract = contract
    let rule = contract.endpoints.flatMap(\.states).first {
      $0.action == .login && !OwnSessions.handedOut(by: $0).isEmpty
    }
    self.rule = rule
    places = rule.map(Self.memberPlaces) ?? [:]
    let names = rule.map(OwnSessions.handedOut) ?? []
    var first = State()
    for persona in contract.personas {
      if let typed = try? credentials.login(of: persona), !typed.isEmpty {
        first.entries[persona.name] = Entry(typed: typed)
      }
      let given = credentials.given(to: persona).credentials
      for name in names {
        if let token = given[name], first.tokens[token] == nil { first.tokens[token] = persona.name }
      }
    }
    state = Mutex(first)
  }

  private static func memberPlaces(_ rule: StateRule) -> [String: JSONPointer] {
    guard rule.collection != nil else { return [:] }
    var places: [String: JSONPointer] = [:]
    for match in rule.within where match.relation == .same && match.members.count == 1 {
      if case .body(let pointer) = match.address, pointer.tokens.count == 1 {
        places[pointer.tokens[0]] = match.members[0]
      }
    }
    return places
  }

  /// A Boolean value that indicates whether the contract declares which members of accounts contain the login values.
  var followsChanges: Bool { !places.isEmpty }

  /// Returns the values that a persona logs in with, or `nil` if the environment lacks them.
  func entry(of persona: Persona) -> Entry? { state.withLock { $0.entries[persona.name] } }

  // MARK: - Answers

  /// Records the outcome of a request.
  func note(_ exchange: Exchange) {
    guard let reading = WireReading(exchange.request, in: contract), let rule = reading.rule else { return }
    let isDone = exchange.response.map(reading.isDone) ?? false
    switch rule.action {
    case .login: if isDone { noteLogin(exchange, reading, rule) }
    case .refresh: if isDone { noteRefresh(exchange, reading, rule) }
    default: noteChange(exchange, reading, rule, isDone: isDone)
    }
  }

  private func noteLogin(_ exchange: Exchange, _ reading: WireReading, _ rule: StateRule) {
    guard let body = reading.request.body else { return }
    let tokens = Self.tokens(in: exchange, reading, rule)
    state.withLock { state in
      let found = state.entries.first { _, entry in entry.typed.allSatisfy { body[$0.key]?.string == $0.value } }
      guard let persona = found?.key else { return }
      for token in tokens { state.tokens[token] = persona }
    }
  }

  private func noteRefresh(_ exchange: Exchange, _ reading: WireReading, _ rule: StateRule) {
    let tokens = Self.tokens(in: exchange, reading, rule)
    let shown = reading.credentials.values
    state.withLock { state in
      guard let persona = shown.compactMap({ state.tokens[$0] }).first else { return }
      for token in tokens { state.tokens[token] = persona }
    }
  }

  private func noteChange(_ exchange: Exchange, _ reading: WireReading, _ rule: StateRule, isDone: Bool) {
    let mayBeDone = isDone || exchange.response.map { $0.status >= 500 } ?? true
    guard mayBeDone, let accounts = self.rule?.collection else { return }
    let line = "\(exchange.request.method) \(exchange.request.path)"
    let shown = reading.credentials.values
    for change in [rule] + rule.also where change.collection == accounts && change.condition.holds(for: reading.request)
    {
      if [.create, .read, .list, .check].contains(change.action) { continue }
      let values = change.action == .update ? self.values(of: change, reading) : nil
      state.withLock { state in
        let caller = shown.compactMap { state.tokens[$0] }.first
        guard let persona = caller, let values, isDone else {
          let names = caller.map { [$0] } ?? Array(state.entries.keys)
          for name in names where values.map({ !$0.isEmpty }) ?? true {
            state.entries[name]?.doubt = "the current credentials of \(name) are unknown after \(line)"
          }
          return
        }
        for (name, value) in values {
          guard let was = state.entries[persona]?.typed[name], was != value else { continue }
          state.entries[persona]?.former[name] = was
          state.entries[persona]?.typed[name] = value
        }
      }
    }
  }

  /// Returns the new login values that an update sets, by name, or `nil` if it changes an account other than the
  /// caller's.
  private func values(of change: StateRule, _ reading: WireReading) -> [String: String]? {
    guard case .persona = change.key, change.merge != .operations else { return nil }
    var values: [String: String] = [:]
    for (name, place) in places {
      if change.merge != .none, let top = place.tokens.first,
        change.bodyMembers.isEmpty || change.bodyMembers.contains(top),
        let value = change.item(in: reading.request.body)?.at(place)?.string
      {
        values[name] = value
      }
      for assignment in change.assignments where assignment.target == place {
        guard case .address(let address) = assignment.value else { continue }
        if let value = reading.request.value(at: address)?.string { values[name] = value }
      }
    }
    return values
  }

  /// Returns the tokens that a response issues.
  private static func tokens(in exchange: Exchange, _ reading: WireReading, _ rule: StateRule) -> [String] {
    guard let payload = exchange.response.flatMap(reading.payload) else { return [] }
    return rule.assignments.compactMap { assignment in
      guard case .address(.credential(_)) = assignment.value else { return nil }
      return payload.at(assignment.target)?.string
    }
  }
}
