import PlumblineHTTPMessages
import Synchronization

/// A contract's templates, laid out for finding those that are near a path, at a cost that hardly grows with their number.
///
/// # How it is searched
///
/// Templates are a tree of segments. Along a branch goes one row of the alignment that ``PathAlignment`` works out in full:
/// what the cheapest pairing costs of the template so far with the first `i` segments of the path. A branch is worth at
/// least the least of its row, so branches are taken up the most promising first, and the search ends when nothing that is
/// left can be nearer than what was found.
///
///     path  /api/v2/tikets/7       row at /api/v2          8 4 0 4 8
///                                  row at …/tickets        12 8 4 2 6        (a mistyped segment costs 2)
///                                  row at …/tickets/{id}   16 12 8 6 2
///
/// # Where many segments stand side by side
///
/// Of a few all are tried. Of thousands only those that lie beside the path's segment in the order of the alphabet, forwards
/// or backwards: whoever mistypes a letter has the beginning or the end right.
///
/// What was found last is remembered for a moment, as the answer, the console and the inspection all ask for the same.
final class NearestIndex: Sendable {
  private struct Node: Sendable {
    /// The literal segments below: their texts, and where they lead.
    var literals: [(letters: SegmentLetters, node: Int)] = []
    /// Their indices by letters, and by letters read backwards; made where there are many.
    var forwards: [Int] = []
    var backwards: [Int] = []
    var parameter: Int?
    /// The endpoints whose templates end here.
    var endpoints: [Int] = []
  }

  /// Beyond this cost an endpoint has nothing to do with the request.
  static let farthest = 10
  /// Up to so many segments side by side all are tried; of more, so many on each side of where the path's segment would be.
  private static let few = 48
  private static let reach = 12
  /// How many rows one search may work out.
  private static let mostRows = 2000
  /// How many endpoints one search looks at closely.
  private static let mostEndpoints = 32
  /// How many nearest ones a search finds.
  static let count = 3
  /// How many searches are remembered, and how long a path may be for that.
  private static let remembered = (searches: 8, path: 512)

  typealias Found = (endpoint: Endpoint, reason: String, cost: Int)

  private let endpoints: [Endpoint]
  private let nodes: [Node]
  private let last = Mutex<[(method: HTTPMethod, path: String, found: [Found])]>([])

  init(_ endpoints: [Endpoint]) {
    self.endpoints = endpoints
    var nodes = [Node()]
    // Where a literal of a node leads: looking through thousands of siblings for each would take their square.
    var places: [Int: [String: Int]] = [:]
    for (index, endpoint) in endpoints.enumerated() {
      var node = 0
      for segment in endpoint.request.template.segments.prefix(PathAlignment.longest) {
        let next: Int?
        switch segment {
        case .literal(let text): next = places[node]?[text]
        case .parameter: next = nodes[node].parameter
        }
        if let next {
          node = next
          continue
        }
        switch segment {
        case .literal(let text):
          places[node, default: [:]][text] = nodes.count
          nodes[node].literals.append((SegmentLetters(text), nodes.count))
        case .parameter: nodes[node].parameter = nodes.count
        }
        node = nodes.count
        nodes.append(Node())
      }
      nodes[node].endpoints.append(index)
    }
    for index in nodes.indices where nodes[index].literals.count > Self.few {
      let literals = nodes[index].literals
      nodes[index].forwards = literals.indices.sorted { literals[$0].letters.isBefore(literals[$1].letters) }
      nodes[index].backwards = literals.indices.sorted {
        literals[$0].letters.isBefore(literals[$1].letters, isReversed: true)
      }
    }
    self.nodes = nodes
  }

  /// The nearest endpoints, the nearest first.
  func find(_ method: HTTPMethod, path: String) -> [Found] {
    if let known = last.withLock({ $0.first { $0.path == path && $0.method == method } }) { return known.found }
    let found = search(method, PathSegments.of(path) ?? [path])
    if path.utf8.count <= Self.remembered.path {
      last.withLock { last in
        last.insert((method, path, found), at: 0)
        if last.count > Self.remembered.searches { last.removeLast() }
      }
    }
    return found
  }
}

extension NearestIndex {
  /// A branch that may be taken up.
  private struct Branch {
    /// What any endpoint on it costs at least.
    let bound: Int
    let node: Int
    let row: [Int]
  }

  /// An endpoint that was looked at closely.
  private struct Candidate {
    let endpoint: Int
    let alignment: PathAlignment
    let cost: Int

    /// Of equally costly ones the one with fewer wrong letters comes first, then the earlier one of the contract.
    func isBefore(_ other: Candidate) -> Bool {
      (cost, alignment.letters, endpoint) < (other.cost, other.alignment.letters, other.endpoint)
    }
  }

  private func search(_ method: HTTPMethod, _ whole: [String]) -> [Found] {
    let segments = whole.prefix(PathAlignment.longest).map { SegmentLetters($0) }
    // By what they cost at least: taking up the cheapest is taking the last of the first list that has any.
    var branches: [[Branch]] = Array(repeating: [], count: Self.farthest + 1)
    branches[0].append(Branch(bound: 0, node: 0, row: (0...segments.count).map { $0 * PathAlignment.gap }))
    var found: [Candidate] = []
    var rows = 0
    var looks = 0
    while let bound = branches.firstIndex(where: { !$0.isEmpty }), let branch = branches[bound].popLast() {
      if found.count == Self.count, let worst = found.last, bound > worst.cost { break }
      let node = nodes[branch.node]
      if let end = branch.row.last, end <= Self.farthest, looks < Self.mostEndpoints {
        for index in node.endpoints {
          looks += 1
          look(at: index, method, segments, &found)
        }
      }
      guard rows < Self.mostRows, looks < Self.mostEndpoints else { continue }
      if let parameter = node.parameter {
        rows += 1
        add(parameter, branch.row, &branches) { segments[$0].text.isEmpty ? PathAlignment.gap : 0 }
      }
      // The first are to be taken up first, so they are put on last.
      for index in neighbours(of: segments, branch.row, node).reversed() {
        rows += 1
        let literal = node.literals[index]
        add(literal.node, branch.row, &branches) { literal.letters.cost(of: segments[$0]) }
      }
    }
    return found.map {
      (endpoints[$0.endpoint], $0.alignment.reason ?? methodReason($0.endpoint, method), $0.cost)
    }
  }

  private func methodReason(_ index: Int, _ method: HTTPMethod) -> String {
    "method is \(method), it takes \(endpoints[index].request.method)"
  }

  /// Works out what an endpoint costs, and keeps it if it is among the nearest.
  private func look(at index: Int, _ method: HTTPMethod, _ segments: [SegmentLetters], _ found: inout [Candidate]) {
    let alignment = PathAlignment(segments, to: endpoints[index])
    let cost = alignment.cost + (endpoints[index].request.method == method ? 0 : 1)
    guard cost > 0, cost <= Self.farthest else { return }
    let candidate = Candidate(endpoint: index, alignment: alignment, cost: cost)
    found.insert(candidate, at: found.firstIndex { candidate.isBefore($0) } ?? found.endIndex)
    if found.count > Self.count { found.removeLast() }
  }

  /// Puts a branch with those that may be taken up, unless it is too far off.
  private func add(_ node: Int, _ row: [Int], _ branches: inout [[Branch]], _ pair: (Int) -> Int) {
    var next = [row[0] + PathAlignment.gap]
    next.reserveCapacity(row.count)
    var least = next[0]
    for index in 1..<row.count {
      var best = min(row[index], next[index - 1]) + PathAlignment.gap
      // A pair that can't be better needn't be compared.
      if row[index - 1] < best, row[index - 1] <= Self.farthest { best = min(best, row[index - 1] + pair(index - 1)) }
      next.append(best)
      least = min(least, best)
    }
    guard least <= Self.farthest else { return }
    branches[least].append(Branch(bound: least, node: node, row: next))
  }

  /// Which of a node's literals are worth a try: of few all, in the contract's order, of many the most alike first.
  private func neighbours(of segments: [SegmentLetters], _ row: [Int], _ node: Node) -> [Int] {
    guard !node.forwards.isEmpty else { return Array(node.literals.indices) }
    var letters: [Int: Int] = [:]
    for (index, word) in segments.enumerated() where row[index] <= Self.farthest {
      var picked: Set<Int> = []
      pick(word, from: node.forwards, node, isReversed: false, &picked)
      pick(word, from: node.backwards, node, isReversed: true, &picked)
      for place in picked {
        letters[place] = min(letters[place] ?? .max, node.literals[place].letters.distance(to: word))
      }
    }
    return letters.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  private func pick(
    _ word: SegmentLetters, from order: [Int], _ node: Node, isReversed: Bool, _ picked: inout Set<Int>
  ) {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if node.literals[order[middle]].letters.isBefore(word, isReversed: isReversed) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    for index in max(0, low - Self.reach)..<min(order.count, low + Self.reach) { picked.insert(order[index]) }
  }
}
