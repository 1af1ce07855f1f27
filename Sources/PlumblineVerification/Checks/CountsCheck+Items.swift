import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Holds what an answer tells of all items of a collection against the list that shows them.
extension CountsCheck {
  /// A list of more pages isn't read for a number.
  private static let mostPages = 10

  /// Something that the contract says is worked out of all items of a collection.
  struct Figure {
    enum Kind {
      case count
      /// How many there are of each of a member's values.
      case counts(by: JSONPointer)
      case sum(of: JSONPointer)
    }

    let place: JSONPointer
    let kind: Kind
    /// The list that shows all of them.
    let list: Endpoint
  }

  func figures(_ rule: StateRule) -> [Figure] {
    guard rule.action == .read else { return [] }
    return rule.assignments.compactMap { assignment in
      let (name, kind): (String, Figure.Kind)
      switch assignment.value {
      case .count(let collection, let matches, nil) where matches.isEmpty: (name, kind) = (collection, .count)
      case .count(let collection, let matches, let member?) where matches.isEmpty:
        (name, kind) = (collection, .counts(by: member))
      case .sum(let collection, let matches, let member) where matches.isEmpty:
        (name, kind) = (collection, .sum(of: member))
      default: return nil
      }
      let list = context.contract.resource(name)?.wholeLists(within: []).first
      return list.map { Figure(place: assignment.target, kind: kind, list: $0) }
    }
  }

  /// The list is read before and after: where it has changed meanwhile, nobody can tell.
  func judge(_ figure: Figure, _ rule: StateRule, _ request: Request, _ credentials: [String: String]) async -> Verdict
  {
    guard let before = await items(figure.list, credentials) else {
      return .undecided("\(figure.list.request) can't be read to its end")
    }
    guard let (response, payload) = await counts(request), let told = payload.at(figure.place) else {
      return .undecided("\(context.words(request)) shows no counts")
    }
    guard let counted = figure.kind.value(of: before) else {
      return .undecided("the items of \(figure.list.request) don't show what is counted")
    }
    guard let after = await items(figure.list, credentials), figure.kind.value(of: after) == counted else {
      return .undecided("the list changed while its items were counted")
    }
    guard let fault = figure.kind.fault(in: told, of: after) else { return .fits }
    let place = figure.place + fault.member
    return .drifts(
      context.drift(
        .list.totalWrong, at: endpoint, rule, status: response.status,
        pointer: JSONPointer(tokens: ["response", "body"]) + payload.pointer + place, expected: fault.expected,
        actual: fault.actual, detail: nil,
        "\(context.words(request)) tells \(fault.actual) at \(place), and the items of \(figure.list.request) make it "
          + "\(fault.expected)."))
  }

  private func items(_ list: Endpoint, _ credentials: [String: String]) async -> [JSON]? {
    var pages = 0
    let listing = await context.items.read(
      list, path: list.request.template.text, credentials: credentials, isPatient: true
    ) { _, _ in
      pages += 1
      return pages < Self.mostPages
    }
    return listing.unfinished == nil && pages < Self.mostPages ? listing.items : nil
  }
}

extension CountsCheck.Figure.Kind {
  /// What is told and what it should be, with the place of it below the figure's.
  struct Fault {
    var member = JSONPointer()
    let expected: String
    let actual: String
  }

  /// What is wrong with a number that is told; `nil` for one that is right, and where nobody can tell.
  func fault(in told: JSON, of items: [JSON]) -> Fault? {
    guard let right = value(of: items) else { return nil }
    switch (self, right) {
    case (.count, .one(let number)), (.sum, .one(let number)):
      // Who adds up first and rounds then tells another sum than what is shown makes.
      let isWhole = number == number.rounded()
      let tolerance = isWhole ? 1e-6 * max(1, abs(number)) : 0.01 * Double(items.count + 1)
      guard let shown = told.double, abs(shown - number) > tolerance else { return nil }
      return Fault(expected: Self.text(number), actual: told.text)
    case (_, .each(let numbers)):
      for (value, shown) in told.members where shown.int != nil && shown.int != numbers[value, default: 0] {
        let expected = "\(numbers[value, default: 0])"
        return Fault(member: JSONPointer(tokens: [value]), expected: expected, actual: shown.text)
      }
      return nil
    default: return nil
    }
  }

  enum Value: Equatable {
    case one(Double)
    case each([String: Int])
  }

  /// The number that items make; `nil` where one of them doesn't show what is counted.
  func value(of items: [JSON]) -> Value? {
    switch self {
    case .count: return .one(Double(items.count))
    case .counts(let member):
      var numbers: [String: Int] = [:]
      for item in items {
        guard let value = item.at(member), let text = ShownValue.text(value) else { return nil }
        numbers[text, default: 0] += 1
      }
      return .each(numbers)
    case .sum(let member):
      var sum = 0.0
      for item in items {
        guard let number = item.at(member)?.double, number.isFinite else { return nil }
        sum += number
      }
      return .one(sum)
    }
  }

  private static func text(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}
