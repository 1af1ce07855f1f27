import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The comparison of numbers that describe all items of a collection with the list that shows the items.
extension CountsCheck {
  /// The maximum number of pages to read to check one number.
  private static let mostPages = 10

  /// A figure that, according to the contract, is computed from all items of a collection.
  struct Figure {
    enum Kind {
      case count
      /// The number of items for each value of a member, with the collection's description of the member.
      case counts(by: JSONPointer, ItemCollection.Member?)
      case sum(of: JSONPointer)
    }

    let place: JSONPointer
    let kind: Kind
    /// The list that shows all items.
    let list: Endpoint
  }

  func figures(_ rule: StateRule) -> [Figure] {
    guard rule.action == .read else { return [] }
    return rule.assignments.compactMap { assignment in
      let (name, kind): (String, Figure.Kind)
      switch assignment.value {
      case .count(let collection, let matches, nil) where matches.isEmpty: (name, kind) = (collection, .count)
      case .count(let collection, let matches, let member?) where matches.isEmpty:
        let described = context.contract.collection(collection)?.members.first { [$0.name] == member.tokens }
        (name, kind) = (collection, .counts(by: member, described))
      case .sum(let collection, let matches, let member) where matches.isEmpty:
        (name, kind) = (collection, .sum(of: member))
      default: return nil
      }
      let list = context.contract.resource(name)?.wholeLists(within: []).first
      return list.map { Figure(place: assignment.target, kind: kind, list: $0) }
    }
  }

  /// Checks a figure. Reads the list before and after the figure, and gives no verdict if the list changed in between.
  func judge(_ figure: Figure, _ rule: StateRule, _ request: Request, _ credentials: [String: String]) async -> Verdict
  {
    guard let before = await items(figure.list, credentials) else {
      return .undecided("\(figure.list.request) can't be read to the last page")
    }
    guard let (response, payload) = await counts(request), let told = payload.at(figure.place) else {
      return .undecided("\(context.words(request)) shows no counts")
    }
    guard let counted = figure.kind.value(of: before) else {
      return .undecided("the items of \(figure.list.request) don't show the counted member")
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
        "\(context.words(request)) reports \(fault.actual) at \(place), but the items of \(figure.list.request) add up to "
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
  /// The reported and the expected number, and the path from the figure to the number.
  struct Fault {
    var member = JSONPointer()
    let expected: String
    let actual: String
  }

  /// Returns the fault in a reported number, or `nil` if the number is correct or can't be verified.
  func fault(in told: JSON, of items: [JSON]) -> Fault? {
    guard let right = value(of: items) else { return nil }
    switch (self, right) {
    case (.count, .one(let number)), (.sum, .one(let number)):
      // Rounding the sum gives a different result than summing the rounded values that are shown.
      let isWhole = number == number.rounded()
      let tolerance = isWhole ? 1e-6 * max(1, abs(number)) : 0.01 * Double(items.count + 1)
      guard let shown = told.double, abs(shown - number) > tolerance else { return nil }
      return Fault(expected: Self.text(number), actual: told.text)
    case (.counts(_, let member), .each(let numbers)): return fault(in: told, numbers, member)
    default: return nil
    }
  }

  /// Returns the fault in one of the numbers per value. Values that differ only in case are treated as one, because a
  /// server may spell them differently in the counts, or count them together.
  ///
  /// Some keys may not be values, such as `TOTAL`. A key that matches no item is therefore checked only if the member's
  /// schema accepts it but doesn't accept arbitrary words.
  private func fault(in told: JSON, _ numbers: [String: Int], _ member: ItemCollection.Member?) -> Fault? {
    let spellings = Dictionary(told.members.map { ($0.key.lowercased(), 1) }, uniquingKeysWith: +)
    for (value, shown) in told.members {
      let key = value.lowercased()
      // If the counts contain several spellings of a value, it is unknown which number counts which items.
      guard spellings[key] == 1, let number = shown.int, number != numbers[key, default: 0],
        numbers[key] != nil || member.map({ $0.takes(value) && !$0.takesAnyWord }) ?? false
      else { continue }
      let expected = "\(numbers[key, default: 0])"
      return Fault(member: JSONPointer(tokens: [value]), expected: expected, actual: shown.text)
    }
    return nil
  }

  enum Value: Equatable {
    case one(Double)
    /// The numbers by lowercase value.
    case each([String: Int])
  }

  /// Returns the expected number for the items, or `nil` if an item lacks the counted member.
  func value(of items: [JSON]) -> Value? {
    switch self {
    case .count: return .one(Double(items.count))
    case .counts(let member, _):
      var numbers: [String: Int] = [:]
      for item in items {
        guard let value = item.at(member), let text = ShownValue.text(value) else { return nil }
        numbers[text.lowercased(), default: 0] += 1
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

extension ItemCollection.Member {
  /// Returns a Boolean value that indicates whether the member's schema accepts the value that a key represents: a
  /// string, or the number or Boolean whose JSON text it is.
  func takes(_ key: String) -> Bool {
    schema.isValid(JSON(key)) || (try? JSON.parse(Array(key.utf8))).map(schema.isValid) ?? false
  }

  /// A Boolean value that indicates whether the member accepts arbitrary words, so that its schema can't tell values
  /// from other keys.
  var takesAnyWord: Bool { takes(ListCheck.madeUpWord()) }
}
