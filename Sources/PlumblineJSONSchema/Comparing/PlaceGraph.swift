import PlumblineJSONTree

/// A step from a place in a value to one inside it, or to a different view of the same place.
protocol PlaceStep {
  /// The token that the step adds to a pointer, or `nil` if the step stays at the place.
  var token: String? { get }
}

/// A graph of places in values, each of which leads to the places inside it. A place is examined only once, no matter
/// how many values contain it, and is reported wherever it is reached.
///
/// If shared schemas refer to one another, the cost is proportional to the number of places, not to the number of paths
/// between them. Every message that contains the places visits them, so a visit passes on only numbers and single
/// references.
final class PlaceGraph<Key: Hashable, Step: PlaceStep, Content> {
  /// The findings at one place, and the places that it leads to.
  final class Place {
    /// The content, or `nil` if there is nothing to report.
    let content: Content?
    let exits: [(step: Step, key: Key)]

    init(content: Content?, exits: [(step: Step, key: Key)]) {
      self.content = content
      self.exits = exits
    }
  }

  /// The ways of one walk, in the order in which they are examined. Walks are long and numerous, so a way is stored as
  /// a row of numbers, and a ``Way`` is created only on demand.
  fileprivate final class Ways {
    struct Row {
      /// The index of the way that this one continues, or a negative number for a start.
      let outer: Int32
      let place: Int32
      /// The index of the exit that this way takes from the outer way's place, or the index of the start.
      let exit: Int32
      /// The number of tokens in the way's pointer.
      let depth: Int32
    }

    let graph: PlaceGraph
    let starts: [Step?]
    var rows: [Row] = []

    init(in graph: PlaceGraph, from starts: [Step?]) {
      self.graph = graph
      self.starts = starts
    }

    func step(of row: Row) -> Step? {
      if row.outer < 0 { return starts[Int(row.exit)] }
      return graph.places[Int(rows[Int(row.outer)].place)]?.exits[Int(row.exit)].step
    }

    /// Returns a Boolean value that indicates whether a way leads through a place.
    static func way(_ way: Int, of rows: [Row], comesFrom place: Int32) -> Bool {
      var way = Int32(way)
      while way >= 0 {
        if rows[Int(way)].place == place { return true }
        way = rows[Int(way)].outer
      }
      return false
    }
  }

  /// A path from a start to a place.
  struct Way {
    fileprivate let ways: Ways
    /// The index of the way within its walk.
    let number: Int32

    private var row: Ways.Row { ways.rows[Int(number)] }

    /// The way that this one continues, or `nil` for a start.
    var outer: Way? { row.outer < 0 ? nil : Way(ways: ways, number: row.outer) }
    var key: Key { ways.graph.keys[Int(row.place)] }
    var step: Step? { ways.step(of: row) }
    var pointer: JSONPointer { JSONPointer(tokens: steps.compactMap(\.token)) }

    /// Returns the value of the last step that has a value.
    func nearest<Value>(_ value: (Step) -> Value?) -> Value? {
      var next = number
      while next >= 0 {
        let row = ways.rows[Int(next)]
        if let step = ways.step(of: row), let found = value(step) { return found }
        next = row.outer
      }
      return nil
    }

    /// The steps from the outside in.
    var steps: [Step] {
      var steps: [Step] = []
      var next = number
      while next >= 0 {
        let row = ways.rows[Int(next)]
        if let step = ways.step(of: row) { steps.append(step) }
        next = row.outer
      }
      return steps.reversed()
    }
  }

  /// An exit that leads to something to report.
  private struct Exit {
    let place: Int32
    /// The exit's position among all exits of its place.
    let index: Int32
    /// A Boolean value that indicates whether the exit's step adds a token to a pointer.
    let isInside: Bool
  }

  private let depthLimit: Int
  /// The maximum number of reports of places that have already been reported on other ways. Differences there have a
  /// single cause.
  private let repeatedLimit: Int
  /// The maximum number of repeated visits to places without anything to report. The number of paths between places may
  /// be exponential.
  private static var passingLimit: Int { 4000 }
  /// The numbers of the places. Hashing keys is slow, so everything else is indexed by number.
  private var numbers: [Key: Int] = [:]
  private var keys: [Key] = []
  private var places: [Place?] = []
  /// For each place, a Boolean value that indicates whether the place itself has something to report.
  private var hasContent: [Bool] = []
  /// The exits that lead to something to report, grouped by place and in the order of the place's exits.
  private var exits: [Exit] = []
  /// The range in ``exits`` for each place, once the place has been explored.
  private var ranges: [Range<Int>] = []
  /// For each place, a Boolean value that indicates whether the place has or leads to something to report, or `nil` if
  /// the place hasn't been explored.
  private var telling: [Bool?] = []

  init(depthLimit: Int, repeatedLimit: Int) {
    self.depthLimit = depthLimit
    self.repeatedLimit = repeatedLimit
  }

  /// Returns a place, examining it the first time.
  func place(at key: Key, _ look: (Key) -> Place) -> Place { place(number(of: key), look) }

  private func place(_ number: Int, _ look: (Key) -> Place) -> Place {
    if let known = places[number] { return known }
    let made = look(keys[number])
    places[number] = made
    hasContent[number] = made.content != nil
    return made
  }

  private func number(of key: Key) -> Int {
    if let known = numbers[key] { return known }
    keys.append(key)
    places.append(nil)
    hasContent.append(false)
    ranges.append(0..<0)
    telling.append(nil)
    numbers[key] = keys.count - 1
    return keys.count - 1
  }

  /// Reports the findings that are reachable from the given places, from the outside in. Each place on a cycle is
  /// visited once per path.
  ///
  /// - Parameters:
  ///   - isEntered: A closure that returns `true` to continue along a path with a step to a place, or `nil` to always
  ///     continue.
  ///   - tell: A closure that takes each place with something to report, and a Boolean value that indicates whether the
  ///     place has been reported before. It returns `false` to end the walk.
  func tell(
    from starts: [(step: Step?, key: Key)], looking look: (Key) -> Place,
    entering isEntered: ((Way, Step, Key) -> Bool)? = nil, _ tell: (Way, Content, Bool) -> Bool
  ) {
    let numbers = starts.map { number(of: $0.key) }
    explore(numbers, look)
    // Everything that the walk can reach has been explored, so it can ignore places that the callbacks add.
    let (exits, ranges, hasContent) = (self.exits, self.ranges, self.hasContent)
    let ways = Ways(in: self, from: starts.map(\.step))
    var seen = [Bool](repeating: false, count: places.count)
    // Count a pending place as visited, because it will have been by the time that the next path to it is examined.
    var waiting = seen
    // Move the rows into `ways` only during callbacks, which may ask for a way. Accessing them there is checked and
    // thus slower.
    var rows: [Ways.Row] = []
    for (index, number) in numbers.enumerated() where telling[number] == true {
      let depth: Int32 = starts[index].step?.token == nil ? 0 : 1
      rows.append(Ways.Row(outer: -1, place: Int32(number), exit: Int32(index), depth: depth))
      waiting[number] = true
    }
    var next = 0
    var (repeated, passed) = (0, 0)
    let isDirect = isEntered == nil
    let (depthLimit, repeatedLimit, passingLimit) = (self.depthLimit, self.repeatedLimit, Self.passingLimit)
    defer { ways.rows = rows }
    while next < rows.count {
      let (way, row) = (next, rows[next])
      next += 1
      let number = Int(row.place)
      let isRepeated = seen[number]
      seen[number] = true
      if isRepeated {
        guard repeated < repeatedLimit, passed < passingLimit else { continue }
        if hasContent[number] { repeated += 1 } else { passed += 1 }
      }
      if hasContent[number], let content = places[number]?.content {
        swap(&ways.rows, &rows)
        let goesOn = tell(Way(ways: ways, number: Int32(way)), content, isRepeated)
        swap(&ways.rows, &rows)
        if !goesOn { return }
      }
      if Int(row.depth) >= depthLimit { continue }
      let isFull = repeated >= repeatedLimit || passed >= passingLimit
      let range = ranges[number]
      for index in range.lowerBound..<range.upperBound {
        let exit = exits[index]
        let inner = Int(exit.place)
        if isFull, isDirect ? waiting[inner] : seen[inner] { continue }
        // Only places that have been pending can be part of the way.
        if waiting[inner], Ways.way(way, of: rows, comesFrom: exit.place) { continue }
        if let isEntered, let (step, key) = places[number]?.exits[Int(exit.index)] {
          swap(&ways.rows, &rows)
          let isOpen = isEntered(Way(ways: ways, number: Int32(way)), step, key)
          swap(&ways.rows, &rows)
          guard isOpen else { continue }
        }
        waiting[inner] = true
        rows.append(
          Ways.Row(
            outer: Int32(way), place: exit.place, exit: exit.index, depth: row.depth + (exit.isInside ? 1 : 0)))
      }
    }
  }

  private func explore(_ starts: [Int], _ look: (Key) -> Place) {
    var pending = starts
    var entered: Set<Int> = []
    var news: [(number: Int, inner: [Int])] = []
    while let number = pending.popLast() {
      guard telling[number] == nil, entered.insert(number).inserted else { continue }
      let inner = place(number, look).exits.map { self.number(of: $0.key) }
      news.append((number, inner))
      pending += inner
    }
    noteTelling(among: news)
    for (number, inner) in news {
      let start = exits.count
      for (index, place) in inner.enumerated() where telling[place] == true {
        let isInside = places[number]?.exits[index].step.token != nil
        exits.append(Exit(place: Int32(place), index: Int32(index), isInside: isInside))
      }
      ranges[number] = start..<exits.count
    }
  }

  /// Finds the places that lead to something to report.
  private func noteTelling(among news: [(number: Int, inner: [Int])]) {
    var outer: [Int: [Int]] = [:]
    var pending: [Int] = []
    for (number, inner) in news {
      let hasContent = places[number]?.content != nil
      telling[number] = hasContent
      if hasContent { pending.append(number) }
      for place in inner {
        outer[place, default: []].append(number)
        if telling[place] == true { pending.append(place) }
      }
    }
    while let number = pending.popLast() {
      for one in outer[number] ?? [] where telling[one] != true {
        telling[one] = true
        pending.append(one)
      }
    }
  }
}
