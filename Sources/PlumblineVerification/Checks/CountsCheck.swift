import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that the counts in a response, such as the number of items for each value of a member, add up to the total
/// that the contract relates them to. It also compares them with the list of the items.
struct CountsCheck: Sendable {
  static let name = "reports counts that add up"

  /// A total, and the number of items for each value of a member.
  private struct Sum {
    let total: JSONPointer
    let parts: JSONPointer
    let member: JSONPointer
    /// The collection's description of the member.
    let described: ItemCollection.Member?

    /// A Boolean value that indicates whether every item has exactly one such value.
    var isWhole: Bool { described.map { $0.isRequired && !$0.isNullable } ?? false }

    func fits(_ added: Int, _ total: Int) -> Bool { isWhole ? added == total : added <= total }
  }

  let context: CheckContext
  let endpoint: Endpoint

  /// Returns the verdicts on the rules' numbers. For each rule, only the first wrong figure is reported, because a
  /// server that counts something else gets all of them wrong.
  func verdicts() async -> [Verdict] {
    var verdicts: [Verdict] = []
    for rule in endpoint.states {
      let (sums, figures) = (sums(rule), figures(rule))
      guard !sums.isEmpty || !figures.isEmpty, let (request, sample) = request(of: rule) else { continue }
      var found: [Verdict] = []
      for sum in sums { found.append(await context.settled { await judge(sum, rule, request) }) }
      if let persona = sample.persona {
        for figure in figures where !found.contains(where: \.isDrift) {
          guard let credentials = try? context.credentials.values(for: persona, calling: figure.list) else { continue }
          found.append(await context.settled { await judge(figure, rule, request, credentials) })
        }
      }
      verdicts += found
    }
    return verdicts
  }

  private func sums(_ rule: StateRule) -> [Sum] {
    guard rule.action == .read else { return [] }
    var sums: [Sum] = []
    for total in rule.assignments {
      guard case .count(let name, let matches, nil) = total.value else { continue }
      for parts in rule.assignments {
        guard case .count(name, let others, let member?) = parts.value, Self.isSame(matches, others) else { continue }
        let described = context.contract.collection(name)?.members.first { [$0.name] == member.tokens }
        sums.append(
          Sum(total: total.target, parts: parts.target, member: member, described: described))
      }
    }
    return sums
  }

  private static func isSame(_ one: [StateRule.Match], _ other: [StateRule.Match]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy {
        $0.address == $1.address && $0.members == $1.members && $0.relation == $1.relation
      }
  }

  /// Returns a request that the rule applies to: one that the run has sent, or one with the values that the rule
  /// requires.
  private func request(of rule: StateRule) -> (Request, Sample)? {
    let samples = context.samples.all(of: endpoint)
    if let sample = samples.first(where: { $0.rule === rule }) {
      return context.request(sample, keepsQuery: true).map { ($0, sample) }
    }
    var path: [String: String] = [:]
    for clause in rule.condition.clauses {
      guard case .path(let name) = clause.address, let value = clause.values?.first else { return nil }
      path[name] = WireReading.text(value)
    }
    guard let sample = samples.first, let text = endpoint.request.template.expand(path) else { return nil }
    let request = context.items.request(endpoint, path: text, credentials: sample.credentials)
    let reading = RequestReading(request, for: endpoint, persona: sample.persona)
    let isFit = endpoint.rule(for: reading) === rule
    return isFit && RequestValidation(reading, in: context.contract).faults().isEmpty ? (request, sample) : nil
  }

  /// Returns the response and its payload, or `nil` if the request didn't succeed.
  func counts(_ request: Request) async -> (Response, JSON)? {
    guard let response = await context.ask(request)?.response, let reading = WireReading(request, in: context.contract),
      reading.isDone(response), let payload = reading.payload(of: response)
    else { return nil }
    return (response, payload)
  }

  private func judge(_ sum: Sum, _ rule: StateRule, _ request: Request) async -> Verdict {
    guard let (response, payload) = await counts(request), let total = payload.at(sum.total)?.int,
      let parts = payload.at(sum.parts), parts.kind == .object
    else { return .undecided("\(context.words(request)) shows no counts") }
    guard parts.members.allSatisfy({ $0.value.int != nil }) else {
      return .undecided("\(sum.parts) has values that aren't numbers")
    }
    guard let added = Self.added(parts.members.map(\.value)) else {
      return .undecided("\(sum.parts) adds up to a number that is too large")
    }
    if sum.fits(added, total) { return .fits }
    // Ignore keys that aren't values, such as the sum.
    if let member = sum.described, !member.takesAnyWord,
      let values = Self.added(parts.members.filter { member.takes($0.key) }.map(\.value)), sum.fits(values, total)
    {
      return .fits
    }
    return .drifts(
      context.drift(
        .list.totalWrong, at: endpoint, rule, status: response.status,
        pointer: JSONPointer(tokens: ["response", "body"]) + payload.pointer + sum.total,
        expected: "\(added), the sum of \(sum.parts)", actual: "\(total)", detail: nil,
        "\(context.words(request)) reports \(total) at \(sum.total), but its counts by \(sum.member) add up to \(added)."
      )
    )
  }

  /// Returns the sum of whole numbers, or `nil` if the sum overflows.
  private static func added(_ numbers: [JSON]) -> Int? {
    var sum = 0
    for number in numbers {
      let (next, overflow) = sum.addingReportingOverflow(number.int ?? 0)
      if overflow { return nil }
      sum = next
    }
    return sum
  }
}
