import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// The faults and delays of one session. Random choices are drawn from a seed, so that the same requests in the same
/// order get the same faults.
///
/// If several rules match a request, the first one applies. Faults and delays are matched separately.
package final class FaultPlan: Sendable {
  private struct State {
    /// The active faults, each with the number of times it can still be used, which is at least 1, or `nil` if that is
    /// unlimited.
    var faults: [(rule: FaultRule, left: Int?)]
    var delays: [DelayRule]
    var generator: SplitMix64
  }

  /// The fault and delay for one request.
  struct Fate {
    var fault: Fault?
    var delay: Duration = .zero
    /// The seed for faults with random content.
    var seed: UInt64 = 0
  }

  private let initialFaults: [FaultRule]
  private let initialDelays: [DelayRule]
  private let seed: UInt64
  private let state: Mutex<State>
  /// A Boolean value that indicates whether there are any rules. A session without any doesn't have to take the lock.
  private let isActiveFlag: Atomic<Bool>

  package init(faults: [FaultRule] = [], delays: [DelayRule] = [], seed: UInt64 = 1) {
    initialFaults = faults
    initialDelays = delays
    self.seed = seed
    state = Mutex(
      State(faults: Self.striking(faults), delays: delays, generator: SplitMix64(seed: seed)))
    isActiveFlag = Atomic(!faults.isEmpty || !delays.isEmpty)
  }

  private static func striking(_ faults: [FaultRule]) -> [(rule: FaultRule, left: Int?)] {
    faults.filter { $0.times ?? 1 > 0 }.map { ($0, $0.times) }
  }

  /// A Boolean value that indicates whether there are any rules.
  var isActive: Bool { isActiveFlag.load(ordering: .acquiring) }

  /// The active faults, each with the number of times it can still be used, or `nil` if that is unlimited.
  package var faults: [(rule: FaultRule, left: Int?)] {
    state.withLock { $0.faults }
  }

  /// The delays.
  package var delays: [DelayRule] { state.withLock { $0.delays } }

  /// Replaces the faults. The random sequence starts again.
  package func setFaults(_ faults: [FaultRule], seed: UInt64? = nil) {
    change { state in
      state.faults = Self.striking(faults)
      state.generator = SplitMix64(seed: seed ?? self.seed)
    }
  }

  /// Replaces the delays.
  package func setDelays(_ delays: [DelayRule]) {
    change { $0.delays = delays }
  }

  /// Adds a fault that takes precedence over existing ones. The random sequence continues.
  package func add(_ fault: FaultRule) {
    change { $0.faults.insert(contentsOf: Self.striking([fault]), at: 0) }
  }

  /// Adds a delay that takes precedence over existing ones.
  package func add(_ delay: DelayRule) {
    change { $0.delays.insert(delay, at: 0) }
  }

  /// Restores the plan's initial faults and delays.
  package func reset() {
    change { state in
      state = State(
        faults: Self.striking(initialFaults), delays: initialDelays, generator: SplitMix64(seed: seed))
    }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      isActiveFlag.store(!state.faults.isEmpty || !state.delays.isEmpty, ordering: .releasing)
    }
  }

  /// Returns the fault and delay for the next request to an endpoint, or to no endpoint.
  func fate(of endpoint: String?) -> Fate {
    state.withLock { state in
      var fate = Fate()
      for index in state.faults.indices {
        let (rule, left) = state.faults[index]
        guard rule.endpoint.isMeant(endpoint) else { continue }
        if rule.share < 1, state.generator.fraction() >= rule.share { continue }
        fate.fault = rule.fault
        rule.mark?.set()
        if rule.fault == .random { fate.seed = state.generator.next() }
        if let left, left > 1 {
          state.faults[index].left = left - 1
        } else if left != nil {
          state.faults.remove(at: index)
          isActiveFlag.store(!state.faults.isEmpty || !state.delays.isEmpty, ordering: .releasing)
        }
        break
      }
      if let rule = state.delays.first(where: { $0.endpoint.isMeant(endpoint) }) {
        fate.delay = rule.delay.sample(using: &state.generator)
      }
      return fate
    }
  }
}

extension Wildcard {
  fileprivate func isMeant(_ endpoint: String?) -> Bool {
    isAll || endpoint.map(matches) ?? false
  }
}

/// A small random number generator that generates the same numbers from the same seed on every machine (Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators", 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns a random number in the range `0..<1`.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}

extension MockLibrary {
  /// Returns a Boolean value that indicates whether a pattern matches any endpoint of this service.
  package func has(_ pattern: Wildcard) -> Bool {
    pattern.isAll || contract.endpoints.contains { pattern.matches($0.id) }
  }

  /// Returns the problem with a pattern, or `nil` if it matches an endpoint.
  package func problem(with pattern: Wildcard) -> String? {
    if has(pattern) { return nil }
    let ids = contract.endpoints.map(\.id)
    var groups: [String] = []
    for id in ids {
      guard let dot = id.lastIndex(of: ".") else { continue }
      let group = "\(id[..<dot]).*"
      if groups.last != group { groups.append(group) }
    }
    let known = pattern.description.contains("*") ? groups : ids
    return "\(contract.service) has no endpoint \"\(pattern)\""
      + Spelling.suggestion(for: pattern.description, among: known.isEmpty ? ids : known)
  }

  /// Returns the problem with a fault, or `nil` if it is valid.
  package func problem(with rule: FaultRule) -> String? {
    if let problem = problem(with: rule.endpoint) { return problem }
    guard case .failure(let name) = rule.fault, contract.failure(name) == nil else { return nil }
    let words = Fault.spellings + contract.failures.map(\.name)
    let hint = Spelling.nearest(name, among: words).map { "; did you mean \"\($0)\"?" } ?? "."
    return "\"\(name)\" isn't a fault, and \(contract.service) has no such error\(hint) Known: "
      + Spelling.list(words, limit: 30) + ", and a status such as 503."
  }

  /// Returns the problem with a delay, or `nil` if it is valid.
  package func problem(with rule: DelayRule) -> String? { problem(with: rule.endpoint) }
}
