import PlumblineHTTPMessages

/// A single search in a ``NearestIndex``.
///
/// Each branch of the tree has one row of the alignment that ``PathAlignment`` computes in full. A row contains, for
/// each `i`, the cost and edit distance of the cheapest pairing of the template so far with the first `i` segments of
/// the path.
///
///     path  /api/v2/tikets/7       row at /api/v2          8 4 0 4 8
///                                  row at …/tickets        12 8 4 2 6        (a mistyped segment costs 2)
///                                  row at …/tickets/{id}   16 12 8 6 2
///
/// A row and the numbers of remaining segments on both sides give a lower bound for the cost of the endpoints below.
/// Pending steps are queued by that bound, in the contract's order if bounds are equal, and the step with the lowest
/// bound is taken next. The search ends when three endpoints have been found and no pending step can lead to one that
/// is nearer than the third.
///
/// # Nodes with many segments
///
/// If a node has thousands of segments, only the alphabetical neighbors of the path's segment are compared, both
/// forward and reversed, because a mistyped word usually begins or ends correctly. All others count as equally
/// different, so they share a row and are visited one at a time in the contract's order.
///
/// Rows and lists of literals are each stored contiguously in an array, so that a pending step consists of only a few
/// integers.
struct NearestSearch {
  /// The index in ``rows`` of a row's start.
  private typealias Row = Int

  private struct Step {
    enum Kind {
      case node
      /// Pairs the path's segment at this index with similar literals below a node.
      case alike(Int)
      /// Continues with one of those literals, most promising first. They are in ``choices``, from the step's position
      /// up to this end.
      case choice(end: Int)
      /// Continues with the literals below a node as words that are missing from the path, from the step's position.
      case others
      case endpoint
    }

    let kind: Kind
    /// The index of the node or endpoint.
    let number: Int
    var row: Row = 0
    var place = 0

    var isLook: Bool { if case .endpoint = kind { true } else { false } }
  }

  /// An endpoint that has been compared completely.
  private struct Candidate {
    let endpoint: Int
    let alignment: PathAlignment
    let cost: Int

    /// The sort key of candidates. If the cost is equal, the lower edit distance comes first, then the endpoint that
    /// the contract declares first.
    var key: Int { NearestSearch.key(cost * unit + alignment.letters, endpoint) }
  }

  /// The number of units for a cost of 1. Rows count wrong letters in smaller units, and no path has that many.
  private static let unit = 1 << 12
  private static let farthest = (NearestIndex.farthest + 1) * unit - 1
  private static let gap = PathAlignment.gap * unit
  /// The number of literals to compare on each side of the segment's alphabetical position, if there are many.
  private static let reach = 12
  /// The limits of a search: the number of steps, and the number of endpoints to compare completely.
  private static let most = (steps: 2000, looks: 32)

  private let index: NearestIndex
  private let method: HTTPMethod
  private let bit: UInt64
  private let segments: [SegmentLetters]
  private var rows: [Int] = []
  private var choices: [(bound: Int, literal: Int)] = []
  private var waiting = LeastFirst<Step>()
  private var found: [Candidate] = []
  private var looked: [Int] = []
  /// The rows of the expanded nodes.
  private var known: [Int: Row] = [:]

  init(_ index: NearestIndex, _ method: HTTPMethod, _ path: [SegmentLetters]) {
    self.index = index
    self.method = method
    bit = index.bit(of: method)
    segments = Array(path.prefix(PathAlignment.longest))
  }

  /// Returns the nearest endpoints, nearest first.
  mutating func run() -> [NearestIndex.Found] {
    rows = (0...segments.count).map { $0 * Self.gap }
    wait(at: 0, 0)
    var steps = 0
    while looked.count < Self.most.looks, let (key, step) = waiting.next() {
      if found.count == NearestIndex.count, let worst = found.last, key > worst.key { break }
      steps += 1
      // From here on, compare only endpoints that have already been reached.
      if steps > Self.most.steps, !step.isLook { continue }
      switch step.kind {
      case .node: spread(from: step.number, step.row)
      case .alike(let segment): choose(below: step.number, step.row, segment)
      case .choice(let end):
        take(choices[step.place].literal, below: step.number, step.row)
        waitForChoice(step.number, step.row, step.place + 1, end)
      case .others:
        wait(at: index.nodes[step.number].literals[step.place].node, step.row)
        waitForOthers(step.number, step.row, step.place + 1)
      case .endpoint: look(at: step.number)
      }
    }
    return found.map {
      (index.endpoints[$0.endpoint], $0.alignment.reason ?? methodReason($0.endpoint), $0.cost)
    }
  }

  private func methodReason(_ endpoint: Int) -> String {
    "the method is \(method), not \(index.endpoints[endpoint].request.method)"
  }

  /// Computes the cost of an endpoint, and keeps the endpoint if it is among the nearest.
  private mutating func look(at endpoint: Int) {
    if looked.contains(endpoint) { return }
    looked.append(endpoint)
    let alignment = PathAlignment(segments, to: index.endpoints[endpoint])
    let cost = alignment.cost + (index.endpoints[endpoint].request.method == method ? 0 : 1)
    guard cost > 0, cost <= NearestIndex.farthest else { return }
    let candidate = Candidate(endpoint: endpoint, alignment: alignment, cost: cost)
    found.insert(candidate, at: found.firstIndex { candidate.key < $0.key } ?? found.endIndex)
    if found.count > NearestIndex.count { found.removeLast() }
  }
}

/// The queue of pending steps.
extension NearestSearch {
  private static func key(_ cost: Int, _ endpoint: Int) -> Int { cost << 32 | endpoint }

  private mutating func wait(for step: Step, _ bound: Int, first: Int) {
    if bound <= Self.farthest { waiting.insert(step, Self.key(bound, first)) }
  }

  private mutating func wait(at node: Int, _ row: Row) {
    let bound = bound(row, fewest: index.nodes[node].fewest, most: index.nodes[node].most)
    wait(for: Step(kind: .node, number: node, row: row), bound + otherMethod(node), first: index.nodes[node].first)
  }

  private mutating func waitForChoice(_ node: Int, _ row: Row, _ place: Int, _ end: Int) {
    guard place < end else { return }
    let next = index.nodes[node].literals[choices[place].literal].node
    wait(
      for: Step(kind: .choice(end: end), number: node, row: row, place: place), choices[place].bound,
      first: index.nodes[next].first)
  }

  private mutating func waitForOthers(_ node: Int, _ row: Row, _ place: Int) {
    // If there are very many, let the first ones represent the rest.
    guard place < min(index.nodes[node].literals.count, NearestIndex.few) else { return }
    let bound = bound(row, fewest: max(0, index.nodes[node].fewest - 1), most: index.nodes[node].most - 1)
    let next = index.nodes[node].literals[place].node
    wait(for: Step(kind: .others, number: node, row: row, place: place), bound, first: index.nodes[next].first)
  }

  /// Returns the minimum additional cost if no endpoint at the node or below accepts the method.
  private func otherMethod(_ node: Int) -> Int { index.nodes[node].methods & bit == 0 ? Self.unit : 0 }

  /// Returns the minimum cost of an endpoint that continues from a row.
  private func bound(_ row: Row, fewest: Int, most: Int) -> Int {
    var least = Int.max
    for place in 0...segments.count { least = min(least, rows[row + place] + left(place, fewest: fewest, most: most)) }
    return least
  }

  /// Returns the minimum cost of a difference between the numbers of remaining segments on both sides.
  private func left(_ place: Int, fewest: Int, most: Int) -> Int {
    let rest = segments.count - place
    return Self.gap * max(0, rest - most, fewest - rest)
  }
}

/// The expansion of nodes.
extension NearestSearch {
  private mutating func spread(from node: Int, _ row: Row) {
    // Several paths lead to this node. Only a path that is cheaper at some position can improve the result.
    if let known = known[node], !(0...segments.count).contains(where: { rows[row + $0] < rows[known + $0] }) { return }
    known[node] = row
    for endpoint in index.nodes[node].endpoints {
      let isOther = index.endpoints[endpoint].request.method != method
      wait(
        for: Step(kind: .endpoint, number: endpoint), rows[row + segments.count] + (isOther ? Self.unit : 0),
        first: endpoint)
    }
    for (type, next) in index.nodes[node].parameters {
      let words = segments
      wait(
        at: next,
        addRow(after: row) { segment in
          let text = words[segment].text
          if text.isEmpty { return Self.gap }
          return type?.takes(segment: text) ?? true ? 0 : PathAlignment.value * Self.unit
        })
    }
    for (segment, next) in index.nodes[node].others {
      let words = segments
      switch segment {
      case .pattern(let pattern):
        wait(at: next, addRow(after: row) { PathAlignment.cost(of: words[$0], as: pattern) * Self.unit })
      case .across: wait(at: next, addRow(after: row, goesAcross: true) { _ in 0 })
      case .literal, .parameter: break
      }
    }
    guard let first = index.nodes[node].literals.first?.node else { return }
    for segment in segments.indices {
      let left = left(segment, fewest: index.nodes[node].fewest, most: index.nodes[node].most)
      wait(
        for: Step(kind: .alike(segment), number: node, row: row), rows[row + segment] + left,
        first: index.nodes[first].first)
    }
    waitForOthers(node, addRow(after: row) { _ in PathAlignment.otherWord * Self.unit }, 0)
  }

  /// Finds the literals below a node that a segment of the path may have been meant to be.
  private mutating func choose(below node: Int, _ row: Row, _ segment: Int) {
    let start = choices.count
    for literal in neighbours(of: segments[segment], node) {
      let (letters, next) = index.nodes[node].literals[literal]
      let cost = Self.cost(of: segments[segment], as: letters)
      guard cost < PathAlignment.otherWord * Self.unit else { continue }
      let left = left(segment + 1, fewest: index.nodes[next].fewest, most: index.nodes[next].most)
      choices.append((rows[row + segment] + cost + left + otherMethod(next), literal))
    }
    // The literals are in the order of the first endpoints below them.
    choices[start...].sort { ($0.bound, $0.literal) < ($1.bound, $1.literal) }
    waitForChoice(node, row, start, choices.count)
  }

  /// Continues with a literal below a node.
  private mutating func take(_ literal: Int, below node: Int, _ row: Row) {
    let (letters, next) = index.nodes[node].literals[literal]
    let words = segments
    wait(at: next, addRow(after: row) { Self.cost(of: words[$0], as: letters) })
  }

  private static func cost(of segment: SegmentLetters, as letters: SegmentLetters) -> Int {
    if letters.text == segment.text { return 0 }
    guard let wrong = letters.wrongLetters(in: segment) else { return PathAlignment.otherWord * unit }
    return PathAlignment.mistyped * unit + wrong
  }

  /// Computes the next row from the cost of pairing each segment of the path with the template's next segment.
  ///
  /// - Parameter goesAcross: A Boolean value that indicates whether the template's segment may consume additional
  ///   segments of the path at no cost.
  private mutating func addRow(after row: Row, goesAcross: Bool = false, _ pair: (Int) -> Int) -> Row {
    let next = rows.count
    rows.append(rows[row] + Self.gap)
    for place in 0..<segments.count {
      var best = min(rows[row + place + 1] + Self.gap, rows[next + place] + (goesAcross ? 0 : Self.gap))
      // Skip a pair that can't be better.
      if rows[row + place] < best, rows[row + place] <= Self.farthest {
        best = min(best, rows[row + place] + pair(place))
      }
      rows.append(best)
    }
    return next
  }

  /// Returns the literals of a node to compare with a word: all of them if there are few, and the word's alphabetical
  /// neighbors otherwise.
  private func neighbours(of word: SegmentLetters, _ node: Int) -> [Int] {
    let (forwards, backwards) = (index.nodes[node].forwards, index.nodes[node].backwards)
    guard !forwards.isEmpty else { return Array(index.nodes[node].literals.indices) }
    let beside = neighbours(of: word, in: forwards, node, isReversed: false)
    return beside + neighbours(of: word, in: backwards, node, isReversed: true).filter { !beside.contains($0) }
  }

  private func neighbours(
    of word: SegmentLetters, in order: [Int], _ node: Int, isReversed: Bool
  ) -> ArraySlice<Int> {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if index.nodes[node].literals[order[middle]].letters.isBefore(word, isReversed: isReversed) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return order[max(0, low - Self.reach)..<min(order.count, low + Self.reach)]
  }
}

/// A priority queue that returns the value with the lowest key first, implemented as a binary heap.
private struct LeastFirst<Value> {
  private var entries: [(key: Int, value: Value)] = []

  mutating func insert(_ value: Value, _ key: Int) {
    entries.append((key, value))
    var child = entries.count - 1
    while child > 0, entries[child].key < entries[(child - 1) / 2].key {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func next() -> (key: Int, value: Value)? {
    guard let last = entries.popLast() else { return nil }
    guard let least = entries.first else { return last }
    entries[0] = last
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < entries.count && entries[child].key < entries[smallest].key {
        smallest = child
      }
      guard smallest != parent else { return least }
      entries.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
