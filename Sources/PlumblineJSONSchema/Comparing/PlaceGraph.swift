import PlumblineJSONTree

/// A step from a place of a value to one inside it, or to a different view of the same place.
protocol PlaceStep {
  /// The token that the step adds to a pointer; `nil` if it stays at the place.
  var token: String? { get }
}

/// A graph of places of values that lead to others inside them: each is examined once, however many values contain it,
/// and reported wherever it is reached.
///
/// The cost of shared schemas that refer to one another is proportional to their places rather than to the paths
/// between them. Every message that contains them visits them once, so a visit passes on only numbers and single
/// references.
final class PlaceGraph<Key: Hashable, Step: PlaceStep, Content> {
  /// The findings at a place alone, and the places to which it leads.
  final class Place {
    /// `nil` if there is nothing to report.
    let content: Content?
    let exits: [(step: Step, key: Key)]

    init(content: Content?, exits: [(step: Step, key: Key)]) {
      self.content = content
      self.exits = exits
    }
  }

  /// The last part of a path: a place, and the step to it, if there is one.
  fileprivate final class Entry {
    let step: Step?
    let key: Key

    init(_ step: Step?, _ key: Key) {
      self.step = step
      self.key = key
    }
  }

  /// An exit of a place that is explored.
  private struct Exit {
    let entry: Entry
    let number: Int
  }

  /// A path from a start to a place.
  final class Way {
    let outer: Way?
    private let entry: Entry
    fileprivate let number: Int
    /// The number of tokens in the path's pointer.
    fileprivate let depth: Int

    fileprivate init(_ entry: Entry, _ number: Int, from outer: Way?) {
      self.entry = entry
      self.number = number
      self.outer = outer
      depth = (outer?.depth ?? 0) + (entry.step?.token == nil ? 0 : 1)
    }

    var key: Key { entry.key }
    var step: Step? { entry.step }
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

    /// Returns a Boolean value that indicates whether the path leads through a place.
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
  /// The maximum number of repeated visits to locations without anything to report, because the number of paths between
  /// them may be exponential.
  private static var passingLimit: Int { 4000 }
  /// The numbers of the locations. Hashing keys is slow, so everything else is indexed by number.
  private var numbers: [Key: Int] = [:]
  private var keys: [Key] = []
  private var places: [Place?] = []
  /// The places that each leads to, in the order of its own exits, once it is explored.
  private var exits: [[Exit]] = []
  /// Boolean values that indicate whether a place has something to report or leads there; `nil` until it is explored.
  private var telling: [Bool?] = []

  init(depthLimit: Int, repeatedLimit: Int) {
    self.depthLimit = depthLimit
    self.repeatedLimit = repeatedLimit
  }

  /// Returns a place, which is examined the first time.
  func place(at key: Key, _ look: (Key) -> Place) -> Place { place(number(of: key), look) }

  private func place(_ number: Int, _ look: (Key) -> Place) -> Place {
    if let known = places[number] { return known }
    let made = look(keys[number])
    places[number] = made
    return made
  }

  private func number(of key: Key) -> Int {
    if let known = numbers[key] { return known }
    keys.append(key)
    places.append(nil)
    exits.append([])
    telling.append(nil)
    numbers[key] = keys.count - 1
    return keys.count - 1
  }

  /// Reports the findings starting at the given places, from the outside in, so that the nearest comes first. Each
  /// place on a cycle is visited once per path.
  ///
  /// - Parameters:
  ///   - isEntered: returns whether to continue from a path with a step to a place; `nil` for always.
  ///   - tell: receives each place with something to report, and whether it was reported before; false ends the walk.
  func tell(
    from starts: [(step: Step?, key: Key)], looking look: (Key) -> Place,
    entering isEntered: ((Way, Step, Key) -> Bool)? = nil, _ tell: (Way, Content, Bool) -> Bool
  ) {
    let starts = starts.map { (entry: Entry($0.step, $0.key), number: number(of: $0.key)) }
    explore(starts.map(\.number), look)
    // Everything that the walk can reach has been explored; places added in the meantime don't count.
    let (places, exits, telling) = (self.places, self.exits, self.telling)
    var pending = starts.filter { telling[$0.number] == true }.map { Way($0.entry, $0.number, from: nil) }
    var next = 0
    var seen = [Bool](repeating: false, count: places.count)
    // A pending place has been visited by the time that the next path to it is examined.
    var waiting = seen
    for way in pending { waiting[way.number] = true }
    var (repeated, passed) = (0, 0)
    while next < pending.count {
      let way = pending[next]
      next += 1
      guard let place = places[way.number] else { continue }
      let isRepeated = seen[way.number]
      seen[way.number] = true
      if isRepeated {
        guard repeated < repeatedLimit, passed < Self.passingLimit else { continue }
        if place.content == nil { passed += 1 } else { repeated += 1 }
      }
      if let content = place.content, !tell(way, content, isRepeated) { return }
      if way.depth >= depthLimit { continue }
      let isFull = repeated >= repeatedLimit || passed >= Self.passingLimit
      for index in exits[way.number].indices {
        let number = exits[way.number][index].number
        let isLeftOut = isFull && (isEntered == nil ? waiting[number] : seen[number])
        guard telling[number] == true, !isLeftOut, !way.comesFrom(number) else { continue }
        if let isEntered {
          let exit = place.exits[index]
          guard isEntered(way, exit.step, exit.key) else { continue }
        }
        waiting[number] = true
        pending.append(Way(exits[way.number][index].entry, number, from: way))
      }
    }
  }

  private func explore(_ starts: [Int], _ look: (Key) -> Place) {
    var pending = starts
    var entered: Set<Int> = []
    var news: [Int] = []
    while let number = pending.popLast() {
      guard telling[number] == nil, entered.insert(number).inserted else { continue }
      news.append(number)
      let found = place(number, look).exits.map { Exit(entry: Entry($0.step, $0.key), number: self.number(of: $0.key)) }
      exits[number] = found
      pending += found.map(\.number)
    }
    noteTelling(among: news)
  }

  /// Finds the places that lead to something to report.
  private func noteTelling(among news: [Int]) {
    var outer: [Int: [Int]] = [:]
    var pending: [Int] = []
    for number in news {
      let hasContent = places[number]?.content != nil
      telling[number] = hasContent
      if hasContent { pending.append(number) }
      for inner in exits[number].map(\.number) {
        outer[inner, default: []].append(number)
        if telling[inner] == true { pending.append(inner) }
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
