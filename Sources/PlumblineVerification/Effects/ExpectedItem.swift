import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The values that an item must have after a request, member by member, as far as the contract's state defines them.
///
/// It excludes values that a server computes, such as modification times, counters, and results of look-ups that
/// weren't made, and values that are never shown: write-only members and secrets.
struct ExpectedItem: Sendable {
  /// One member, and its expected value.
  struct Member: Sendable {
    let place: JSONPointer
    let value: JSON
    /// A Boolean value that indicates whether the value must be an element of the list at the pointer.
    var isElement = false
    /// A Boolean value that indicates whether the member must be absent or null. It must if an empty string was sent
    /// for it.
    var isRemoved = false
    /// The pointer to the value's origin in the request, such as `/request/body/name`.
    let source: JSONPointer
  }

  private(set) var members: [Member] = []
  /// The pointers to members that change according to the contract, but to unknown values.
  private(set) var open: [JSONPointer] = []
  private let caller: JSON?

  /// - Parameters:
  ///   - rule: The request's effect on the item.
  ///   - before: The item before the request, or `nil` if the item didn't exist or couldn't be read.
  ///   - other: The item that `item#` addresses refer to, if it differs from the changed item.
  ///   - found: The items that values are looked up in, keyed by the pointers to the values.
  ///   - caller: The id of the persona that sent the request, or `nil` if it is unknown.
  init(
    after reading: WireReading, _ rule: StateRule, before: JSON?, other: JSON? = nil, found: [JSONPointer: JSON] = [:],
    caller: JSON? = nil
  ) {
    self.caller = caller
    guard let collection = rule.collection.flatMap(reading.contract.collection) else { return }
    open = collection.touched.map(\.pointer) + collection.counters.map(\.target) + collection.movingPlaces
    addAssigned(rule, reading, other ?? before, found)
    addAdded(rule, reading, before, collection)
    addBody(rule, reading, collection)
    members.removeAll { member in open.contains { $0.isWithin(member.place) || member.place.isWithin($0) } }
  }

  /// Returns a Boolean value that indicates whether the value at a pointer may be different after the request according
  /// to the contract.
  func mayChange(_ place: JSONPointer) -> Bool {
    (open + members.map(\.place)).contains { $0.isWithin(place) || place.isWithin($0) }
  }

  // MARK: - Values of the body

  private mutating func addBody(_ rule: StateRule, _ reading: WireReading, _ collection: ItemCollection) {
    let body = JSONPointer(tokens: ["request", "body"]) + (rule.bodyPlace ?? JSONPointer())
    if rule.action == .append, let place = rule.place, let element = rule.item(in: reading.request.body) {
      members.append(Member(place: place, value: element, isElement: true, source: body))
      return
    }
    guard rule.action == .create || rule.action == .update, rule.merge != .none, rule.merge != .operations,
      let sent = rule.item(in: reading.request.body), sent.kind == .object
    else { return }
    let outline = BodyOutline(of: reading.request.request, to: reading.endpoint)
    for place in WireReading.merged(sent, by: rule.merge) {
      guard let name = place.tokens.first, let value = sent.at(place), !mayChange(place), place != collection.key,
        Self.isKept(name, collection, rule),
        !Self.isHidden(place, body.tokens.count == 2 ? outline : nil, value, reading)
      else { continue }
      let isRemoved = rule.removesEmpty && value == ""
      if rule.removesEmpty, !isRemoved, !EmptyText.places(in: value).isEmpty {
        // The server may remove the member, set it to null or keep it, as the item requires.
        open.append(place)
        continue
      }
      members.append(
        Member(place: place, value: isRemoved ? .null : value, isRemoved: isRemoved, source: body + place))
    }
  }

  /// Returns a Boolean value that indicates whether a member of a body becomes a member of the item.
  private static func isKept(_ name: String, _ collection: ItemCollection, _ rule: StateRule) -> Bool {
    guard rule.bodyMembers.isEmpty || rule.bodyMembers.contains(name) else { return false }
    return collection.members.contains { $0.name == name }
  }

  /// Returns a Boolean value that indicates whether a member is write-only or a secret, so that it is never shown.
  private static func isHidden(
    _ place: JSONPointer, _ outline: BodyOutline?, _ value: JSON, _ reading: WireReading
  ) -> Bool {
    if place.tokens.contains(where: { SecretNames.kind(of: $0)?.settled(by: value.string ?? "")?.hides ?? false }) {
      return true
    }
    guard let outline, let body = reading.request.body else { return false }
    return outline.schemas(at: place, in: body).contains {
      $0["writeOnly"]?.bool == true || $0["format"]?.string == "password"
    }
  }

  // MARK: - Values that the contract sets and adds

  private mutating func addAssigned(
    _ rule: StateRule, _ reading: WireReading, _ before: JSON?, _ found: [JSONPointer: JSON]
  ) {
    for assignment in rule.assignments {
      let place = assignment.target
      switch assignment.value {
      case .constant(let value):
        members.append(Member(place: place, value: value, source: JSONPointer(tokens: ["request"])))
      case .address(let address):
        guard let value = self.value(address, reading, before), !value.isNull,
          SecretNames.kind(of: place.tokens.last ?? "")?.settled(by: value.string ?? "")?.hides != true
        else {
          open.append(place)
          continue
        }
        members.append(Member(place: place, value: value, source: Self.source(of: address)))
      case .lookup(_, let matches, let member):
        guard matches.allSatisfy({ self.value($0.address, reading, before) != nil }) else { continue }
        if let value = found[place]?.at(member) {
          members.append(Member(place: place, value: value, source: Self.source(of: matches[0].address)))
        } else if member.tokens.isEmpty, matches.count == 1, let key = matches[0].members.first,
          let value = self.value(matches[0].address, reading, before)
        {
          // The looked-up item must have the requested key, regardless of its other members.
          members.append(Member(place: place + key, value: value, source: Self.source(of: matches[0].address)))
        } else {
          open.append(place)
        }
      case .upload(let part, let fact, let prefix):
        // A server may determine a file's type better than the sender.
        guard fact != .type, let value = fact.value(of: reading.request.request, part: part) else {
          open.append(place)
          continue
        }
        let source = JSONPointer(tokens: ["request", "body"]) + part
        members.append(Member(place: place, value: value.string.map { JSON(prefix + $0) } ?? value, source: source))
      case .chosen, .now, .count, .union, .sum, .url: open.append(place)
      }
    }
  }

  private func value(_ address: Address, _ reading: WireReading, _ before: JSON?) -> JSON? {
    switch address {
    // On a real server, only the caller's id is known.
    case .persona(let name): name == "id" ? caller : Optional<JSON>.none
    case .credential: nil
    case .path, .query, .header, .cookie, .body, .item: reading.request.value(at: address, item: before)
    }
  }

  private static func source(of address: Address) -> JSONPointer {
    let root = JSONPointer(tokens: ["request"])
    return switch address {
    case .path(let name): root.appending("path").appending(name)
    case .query(let name): root.appending("query").appending(name)
    case .body(let pointer): root.appending("body") + pointer
    case .header, .cookie, .persona, .credential, .item: root
    }
  }

  private mutating func addAdded(
    _ rule: StateRule, _ reading: WireReading, _ before: JSON?, _ collection: ItemCollection
  ) {
    for addition in rule.additions {
      let place = addition.target
      var source = JSONPointer(tokens: ["request"])
      var amount: Double?
      switch addition.amount {
      case .number(let number): amount = number.double
      case .value(let address, let isSubtracted):
        source = Self.source(of: address)
        amount = reading.request.value(at: address, item: before)?.double.map { isSubtracted ? -$0 : $0 }
      }
      guard let amount, let before else {
        open.append(place)
        continue
      }
      // If the number itself isn't shown, a sum that includes it may show the change, unless other parts of the sum
      // change as well.
      let isAlone = rule.additions.count == 1 && rule.merge == .none && rule.assignments.isEmpty
      for (target, change) in [(place, amount)] + (isAlone ? Self.sums(of: place, amount, collection) : []) {
        guard let value = Self.sum(before.at(target), change) else { continue }
        open.removeAll { $0 == target }
        members.append(Member(place: target, value: value, source: source))
      }
    }
  }

  private static func sums(
    of place: JSONPointer, _ amount: Double, _ collection: ItemCollection
  ) -> [(JSONPointer, Double)] {
    collection.counters.compactMap { counter in
      counter.terms.first { $0.pointer == place }.map { (counter.target, $0.isSubtracted ? -amount : amount) }
    }
  }

  private static func sum(_ value: JSON?, _ amount: Double) -> JSON? {
    guard let value, let number = value.double else { return nil }
    let sum = number + amount
    if let whole = Int(exactly: sum) { return JSON(whole) }
    return sum.isFinite ? try? JSON.parse("\(sum)") : nil
  }
}
