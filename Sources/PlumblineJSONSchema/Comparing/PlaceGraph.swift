import PlumblineJSONTree

/// A step from a place of a value to one inside it, or to another way to look at the same one.
protocol PlaceStep {
  /// The token that the step adds to a pointer; `nil` if it stays at the place.
  var token: String? { get }
}

/// Places of values that lead to others inside them: each is examined once, however many values contain it, and reported
/// wherever it is reached.
///
/// Schemas that many messages share, and that lead to one another, cost as much as their places, and not as their ways.
final class PlaceGraph<Key: Hashable, Step: PlaceStep, Content> {
  /// The findings at a place alone, and the places that it leads to.
  struct Place {
    /// `nil` if there is nothing to report.
    let content: Content?
    let exits: [(step: Step, key: Key)]
  }

  /// A place by its number: a walk goes through numbers, as keys take long to hash.
  private struct Node {
    let key: Key
    var place: Place?
    /// The places that it leads to, in the order of the place's own exits, once it is explored.
    var exits: [Int] = []
    /// A Boolean value that indicates whether it has something to report or leads there; `nil` until it is explored.
    var isTelling: Bool?
  }

  /// A way from a start to a place.
  final class Way {
    let key: Key
    let step: Step?
    let outer: Way?
    fileprivate let number: Int
    /// The number of tokens in the way's pointer.
    fileprivate let depth: Int

    fileprivate init(_ key: Key, _ number: Int, by step: Step?, from outer: Way?) {
      self.key = key
      self.number = number
      self.step = step
      self.outer = outer
      depth = (outer?.depth ?? 0) + (step?.token == nil ? 0 : 1)
    }

    var pointer: JSONPointer { JSONPointer(tokens: steps.compactMap(\.token)) }

    /// Returns the value of the last step that has one.
    func nearest<Value>(_ value: (Step) -> Value?) -> Value? {
      var way: Way? = self
      while let one = way {
        if let step = one.step, let found = value(step) { return found }
        way = one.outer
      }
      return nil
    }

    /// The steps from the outside in.
    var steps: [Step] {
      var steps: [Step] = []
      var way: Way? = self
      while let one = way {
        if let step = one.step { steps.append(step) }
        way = one.outer
      }
      return steps.reversed()
    }

    /// Returns a Boolean value that indicates whether the way leads through a place.
    fileprivate func comesFrom(_ number: Int) -> Bool {
      var way: Way? = self
      while let one = way {
        if one.number == number { return true }
        way = one.outer
      }
      return false
    }
  }

  private let depthLimit: Int
  /// The number of times to report places that were already reported on other ways: differences there have one cause.
  private let repeatedLimit: Int
  /// The number of times to go through places again that have nothing to report: the ways between them may be exponentially
  /// many.
  private static var passingLimit: Int { 4000 }
  private var nodes: [Node] = []
  private var numbers: [Key: Int] = [:]

  init(depthLimit: Int, repeatedLimit: Int) {
    self.depthLimit = depthLimit
    self.repeatedLimit = repeatedLimit
  }

  /// A place, which is looked at the first time.
  func place(at key: Key, _ look: (Key) -> Place) -> Place { place(number(of: key), look) }

  private func place(_ number: Int, _ look: (Key) -> Place) -> Place {
    if let known = nodes[number].place { return known }
    let made = look(nodes[number].key)
    nodes[number].place = made
    return made
  }

  private func number(of key: Key) -> Int {
    if let known = numbers[key] { return known }
    nodes.append(Node(key: key))
    numbers[key] = nodes.count - 1
    return nodes.count - 1
  }

  /// Reports the findings from some places on, from the outside in, so that the nearest comes first. Each place on a cycle is
  /// visited once per way.
  ///
  /// - Parameters:
  ///   - isEntered: whether to go on from a way by a step to a place.
  ///   - tell: receives each place with something to report, and whether it was reported before; false ends the walk.
  func tell(
    from starts: [(step: Step?, key: Key)], looking look: (Key) -> Place,
    entering isEntered: (Way, Step, Key) -> Bool = { _, _, _ in true }, _ tell: (Way, Content, Bool) -> Bool
  ) {
    let starts = starts.map { (step: $0.step, number: number(of: $0.key)) }
    explore(starts.map(\.number), look)
    var pending = starts.filter { nodes[$0.number].isTelling == true }
      .map { Way(nodes[$0.number].key, $0.number, by: $0.step, from: nil) }
    var next = 0
    var seen = [Bool](repeating: false, count: nodes.count)
    var (repeated, passed) = (0, 0)
    while next < pending.count {
      let way = pending[next]
      next += 1
      guard let place = nodes[way.number].place else { continue }
      let isRepeated = seen[way.number]
      seen[way.number] = true
      if isRepeated {
        guard repeated < repeatedLimit, passed < Self.passingLimit else { continue }
        if place.content == nil { passed += 1 } else { repeated += 1 }
      }
      if let content = place.content, !tell(way, content, isRepeated) { return }
      if way.depth >= depthLimit { continue }
      let isFull = repeated >= repeatedLimit || passed >= Self.passingLimit
      for (exit, number) in zip(place.exits, nodes[way.number].exits)
      where nodes[number].isTelling == true && !(isFull && seen[number]) && !way.comesFrom(number) {
        if isEntered(way, exit.step, exit.key) { pending.append(Way(exit.key, number, by: exit.step, from: way)) }
      }
    }
  }

  private func explore(_ starts: [Int], _ look: (Key) -> Place) {
    var pending = starts
    var entered: Set<Int> = []
    var news: [Int] = []
    while let number = pending.popLast() {
      guard nodes[number].isTelling == nil, entered.insert(number).inserted else { continue }
      news.append(number)
      let exits = place(number, look).exits.map { self.number(of: $0.key) }
      nodes[number].exits = exits
      pending += exits
    }
    noteTelling(among: news)
  }

  /// Finds the places that lead to something to report.
  private func noteTelling(among news: [Int]) {
    var outer: [Int: [Int]] = [:]
    var pending: [Int] = []
    for number in news {
      let hasContent = nodes[number].place?.content != nil
      nodes[number].isTelling = hasContent
      if hasContent { pending.append(number) }
      for inner in nodes[number].exits {
        outer[inner, default: []].append(number)
        if nodes[inner].isTelling == true { pending.append(inner) }
      }
    }
    while let number = pending.popLast() {
      for one in outer[number] ?? [] where nodes[one].isTelling != true {
        nodes[one].isTelling = true
        pending.append(one)
      }
    }
  }
}
