/// The state that a session keeps between requests.
struct SessionState: Sendable {
  /// A stub and the number of times it can still be used, which is at least 1, or `nil` if that is unlimited.
  struct Pending: Sendable {
    let override: Override
    var left: Int?
  }

  /// The key for a session's position in a sequence.
  struct Place: Hashable {
    let endpoint: String
    let sequence: String
  }

  private(set) var pending: [Pending] = []
  private var steps: [Place: Int] = [:]
  /// The items in the contract's collections.
  var items: ItemStore
  /// The credentials that have been issued.
  var tokens = TokenStore()
  /// The responses to requests with idempotency keys.
  var answered = IdempotencyMemory()

  init(_ overrides: [Override], items: ItemStore) {
    self.items = items
    pending = overrides.filter { $0.times ?? 1 > 0 }.map { Pending(override: $0, left: $0.times) }
  }

  /// Adds a stub that takes precedence over existing ones.
  mutating func add(_ override: Override) {
    guard override.times ?? 1 > 0 else { return }
    pending.insert(Pending(override: override, left: override.times), at: 0)
  }

  /// Removes an endpoint's stubs, or all of them.
  mutating func removeOverrides(of endpoint: String?) {
    pending.removeAll { endpoint == nil || $0.override.endpoint == endpoint }
  }

  /// Returns the active stub of an endpoint. If `used` is `true`, the use is counted.
  mutating func override(for endpoint: String, used: Bool) -> Override? {
    guard let index = pending.firstIndex(where: { $0.override.endpoint == endpoint }) else { return nil }
    let override = pending[index].override
    if used { override.mark?.set() }
    if used, let left = pending[index].left {
      if left > 1 { pending[index].left = left - 1 } else { pending.remove(at: index) }
    }
    return override
  }

  /// Returns the index of the current step of a sequence with the given length. If `used` is `true`, the sequence
  /// advances to the next step. The last step is repeated, unless the sequence starts over at the first.
  mutating func step(of sequence: String, at endpoint: String, count: Int, cycles: Bool, used: Bool) -> Int {
    let place = Place(endpoint: endpoint, sequence: sequence)
    let index = min(steps[place] ?? 0, max(0, count - 1))
    if used, index + 1 < count || cycles { steps[place] = index + 1 < count ? index + 1 : 0 }
    return index
  }

  /// Returns the state for new contracts and recordings, without the parts that no longer fit them.
  func moved(to library: MockLibrary) -> SessionState {
    var next = SessionState([], items: ItemStore(library.seed, keeping: items))
    next.pending = pending.filter { library.problem(with: $0.override) == nil }
    // If a sequence has become shorter, its last step becomes the current one.
    next.steps = steps.filter { place, _ in
      library.recordings(place.endpoint)?.rows.contains { $0.name == place.sequence } == true
    }
    next.tokens = tokens.kept { library.contract.persona($0) != nil }
    next.answered = answered
    return next
  }
}
