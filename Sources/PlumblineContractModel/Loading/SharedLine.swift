import PlumblineJSONSchema
import PlumblineJSONTree

/// The endpoints with the same request line, indexed to find those that may match the same requests.
///
/// Endpoints that list values at the same address, with `const` or `enum`, overlap only if they share a value. Most
/// overlaps are therefore found by value. The other endpoints are compared one by one, up to a limit:
///
///     "when": { "query.Action": { "const": "ListUsers" } }     by "ListUsers"
///     "when": { "query.Action": { "pattern": "^List" } }       beside each
struct SharedLine {
  /// An endpoint and its clauses by address.
  struct Member {
    let endpoint: Endpoint
    fileprivate let clauses: [Address: [Condition.Clause]]
    /// The number of clauses, plus the number of values that they list.
    fileprivate let weight: Int

    init(_ endpoint: Endpoint) {
      self.endpoint = endpoint
      clauses = Dictionary(grouping: endpoint.condition.clauses) { $0.address.ignoringCase }
      weight = endpoint.condition.clauses.reduce(1) { $0 + 1 + ($1.values?.count ?? 0) }
    }
  }

  /// The endpoints that list values at one address.
  private struct Listing {
    /// The indices of the endpoints that list each value.
    var numbers: [JSON: [Int]] = [:]
    var count = 0
    /// The indices below ``end`` of the endpoints that list no value at the address.
    var gaps: [Range<Int>] = []
    var end = 0

    mutating func add(_ number: Int, _ values: Set<JSON>) {
      if end < number { gaps.append(end..<number) }
      end = number + 1
      count += 1
      for value in values { numbers[value, default: []].append(number) }
    }
  }

  /// The endpoint without a `when`. It handles all remaining requests.
  private(set) var open: Endpoint?
  private var members: [Member] = []
  private var locations: Set<SourceLocation> = []
  private var listings: [Address: Listing] = [:]

  /// Returns a Boolean value that indicates whether the line contains the endpoint declared at a location.
  func contains(_ location: SourceLocation) -> Bool { locations.contains(location) }

  mutating func add(_ member: Member) {
    let number = members.count
    members.append(member)
    locations.insert(member.endpoint.location)
    if member.clauses.isEmpty, open == nil { open = member.endpoint }
    for (address, clauses) in member.clauses {
      let values = clauses.compactMap(\.values)
      if !values.isEmpty { listings[address, default: Listing()].add(number, Set(values.joined())) }
    }
  }

  /// The earlier endpoints that conflict with a new one.
  struct ConflictingEndpoints {
    /// The first endpoint that accepts every request that the new one accepts.
    var wider: Endpoint?
    /// The first endpoint that may match one of the new endpoint's requests.
    var rival: Endpoint?
    /// A Boolean value that indicates whether the comparison limit was reached before all endpoints were checked.
    var isCut = false
  }

  /// Finds the earlier endpoints that conflict with a new one.
  ///
  /// - Parameter comparisons: The number of comparisons left.
  func rivals(of member: Member, _ comparisons: inout Int) -> ConflictingEndpoints {
    var rivals = ConflictingEndpoints()
    for number in candidates(for: member, &comparisons) {
      let other = members[number]
      comparisons -= other.weight + member.weight
      guard comparisons >= 0 else { break }
      if member.implies(other) {
        rivals.wider = other.endpoint
        return rivals
      }
      if rivals.rival == nil, !member.excludes(other) { rivals.rival = other.endpoint }
    }
    rivals.isCut = comparisons < 0
    return rivals
  }

  /// Returns the indices of the endpoints that may share a request with the given one, in order.
  private func candidates(for member: Member, _ comparisons: inout Int) -> [Int] {
    var best: (size: Int, listing: Listing, values: [JSON])?
    for (address, clauses) in member.clauses {
      guard let listing = listings[address] else { continue }
      for clause in clauses {
        guard let values = clause.values?.filter(clause.schema.isValid) else { continue }
        // A condition that can't hold shares no values with others.
        if values.isEmpty { return all(&comparisons) }
        let size = values.reduce(members.count - listing.count) { $0 + (listing.numbers[$1]?.count ?? 0) }
        if size < best?.size ?? members.count { best = (size, listing, values) }
      }
    }
    guard let best else { return all(&comparisons) }
    comparisons -= best.size
    guard comparisons >= 0 else { return [] }
    let listing = best.listing
    let found = Set(best.values.flatMap { listing.numbers[$0] ?? [] })
    return (listing.gaps.joined() + Array(listing.end..<members.count) + found).sorted()
  }

  private func all(_ comparisons: inout Int) -> [Int] {
    comparisons -= members.count
    return comparisons < 0 ? [] : Array(members.indices)
  }
}

extension SharedLine.Member {
  /// Returns a Boolean value that indicates whether it is certain that no request matches both endpoints, because their
  /// values or types are disjoint at some address.
  fileprivate func excludes(_ other: Self) -> Bool {
    other.clauses.contains { address, others in
      clauses[address]?.contains { clause in others.contains { $0.excludes(clause) } } ?? false
    }
  }

  /// Returns a Boolean value that indicates whether it is certain that every request that matches this endpoint also
  /// matches the other one.
  fileprivate func implies(_ other: Self) -> Bool {
    other.clauses.allSatisfy { address, others in
      others.allSatisfy { wider in clauses[address]?.contains { $0.implies(wider) } ?? false }
    }
  }
}

extension Address {
  /// The address, with the name of a header field in lowercase.
  fileprivate var ignoringCase: Address {
    if case .header(let name) = self { .header(name.lowercased()) } else { self }
  }
}

extension Condition.Clause {
  fileprivate func excludes(_ other: Condition.Clause) -> Bool {
    if let values { return !values.contains { schema.isValid($0) && other.schema.isValid($0) } }
    if other.values != nil { return other.excludes(self) }
    let (own, others) = (types, other.types)
    return !own.isEmpty && !others.isEmpty && own.isDisjoint(with: others)
  }

  fileprivate func implies(_ other: Condition.Clause) -> Bool {
    let wanted = other.schema.source
    if wanted.bool == true || wanted.kind == .object && wanted.count == 0 || wanted == schema.source { return true }
    return values.map { $0.allSatisfy { !schema.isValid($0) || other.schema.isValid($0) } } ?? false
  }

  /// The types that the schema names. An integer counts as a number.
  private var types: Set<String> {
    let named = schema.source["type"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) } ?? []
    return Set(named.map { $0 == "integer" ? "number" : $0 })
  }
}
