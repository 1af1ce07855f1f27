import PlumblineContractModel

/// The order of calls against a real server.
///
/// Within a journey, calls that create items come first, followed by those that edit or add, those that subtract, and
/// those that remove an item. Otherwise, the suite's order is kept. Calls that should be rejected keep their positions,
/// because they may depend on an earlier call's effect.
struct JourneyOrder: Sendable {
  /// The calls that change nothing.
  let reading: [Int]
  /// The other calls, grouped by their endpoints' collections.
  let journeys: [[Int]]

  init(_ calls: [Call], of contract: Contract) {
    var reading: [Int] = []
    var names: [String] = []
    var journeys: [String: [Int]] = [:]
    for (index, call) in calls.enumerated() {
      guard let endpoint = contract.endpoint(call.endpoint), !endpoint.isSafe else {
        reading.append(index)
        continue
      }
      // An endpoint without a collection forms its own journey.
      let name = endpoint.states.lazy.compactMap(\.collection).first ?? ""
      if journeys[name] == nil { names.append(name) }
      journeys[name, default: []].append(index)
    }
    func rank(_ index: Int) -> Int {
      let call = calls[index]
      guard call.expectation == .success, let endpoint = contract.endpoint(call.endpoint) else { return 1 }
      if endpoint.states.contains(where: { $0.action == .create }) { return 0 }
      if endpoint.states.contains(where: { $0.action == .delete }) { return 3 }
      return endpoint.states.contains { $0.additions.contains(where: Self.takesAway) } ? 2 : 1
    }
    self.reading = reading
    self.journeys = names.map { name in
      let own = journeys[name] ?? []
      return own.enumerated().sorted { left, right in
        (rank(left.element), left.offset) < (rank(right.element), right.offset)
      }.map(\.element)
    }
  }

  private static func takesAway(_ addition: StateRule.Addition) -> Bool {
    switch addition.amount {
    case .number(let number): number.double < 0
    case .value(_, let isSubtracted): isSubtracted
    }
  }
}
