import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// The faults and delays of one session. Chance is drawn from a seed, so that the same requests in the same order meet
/// the same faults.
///
/// Of several rules for one request the first that strikes counts, for faults and for delays each.
package final class FaultPlan: Sendable {
  private struct State {
    var faults: [(rule: FaultRule, left: Int?)]
    var delays: [DelayRule]
    var generator: SplitMix64
  }

  /// What befalls one request.
  struct Fate {
    var fault: Fault?
    var delay: Duration = .zero
    /// For faults that are made of chance.
    var seed: UInt64 = 0
  }

  private let initialFaults: [FaultRule]
  private let initialDelays: [DelayRule]
  private let seed: UInt64
  private let state: Mutex<State>
  /// Whether there is any rule, so that a session without one takes no lock.
  private let isActiveFlag: Atomic<Bool>

  package init(faults: [FaultRule] = [], delays: [DelayRule] = [], seed: UInt64 = 1) {
    initialFaults = faults
    initialDelays = delays
    self.seed = seed
    state = Mutex(
      State(faults: faults.map { ($0, $0.times) }, delays: delays, generator: SplitMix64(seed: seed)))
    isActiveFlag = Atomic(!faults.isEmpty || !delays.isEmpty)
  }

  /// Whether anything may befall a request.
  var isActive: Bool { isActiveFlag.load(ordering: .acquiring) }

  /// The faults that still strike, each with how many times are left (`nil`: it stays).
  package var faults: [(rule: FaultRule, left: Int?)] {
    state.withLock { state in state.faults.filter { $0.left ?? 1 > 0 } }
  }

  /// The delays.
  package var delays: [DelayRule] { state.withLock { $0.delays } }

  /// Puts faults in place of those that are there; chance starts again.
  package func setFaults(_ faults: [FaultRule], seed: UInt64? = nil) {
    change { state in
      state.faults = faults.map { ($0, $0.times) }
      state.generator = SplitMix64(seed: seed ?? self.seed)
    }
  }

  /// Puts delays in place of those that are there.
  package func setDelays(_ delays: [DelayRule]) {
    change { $0.delays = delays }
  }

  /// Adds a fault, before those that are there; chance goes on.
  package func add(_ fault: FaultRule) {
    change { $0.faults.insert((fault, fault.times), at: 0) }
  }

  /// Adds a delay, before those that are there.
  package func add(_ delay: DelayRule) {
    change { $0.delays.insert(delay, at: 0) }
  }

  /// Goes back to the faults and delays that the plan began with.
  package func reset() {
    change { state in
      state = State(
        faults: initialFaults.map { ($0, $0.times) }, delays: initialDelays, generator: SplitMix64(seed: seed))
    }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      isActiveFlag.store(!state.faults.isEmpty || !state.delays.isEmpty, ordering: .releasing)
    }
  }

  /// What befalls a request to an endpoint, or to none.
  func fate(of endpoint: String?) -> Fate {
    state.withLock { state in
      var fate = Fate()
      for index in state.faults.indices {
        let (rule, left) = state.faults[index]
        guard left ?? 1 > 0, rule.endpoint.isMeant(endpoint) else { continue }
        if rule.share < 1, state.generator.fraction() >= rule.share { continue }
        if let left { state.faults[index].left = left - 1 }
        fate.fault = rule.fault
        if rule.fault == .random { fate.seed = state.generator.next() }
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
