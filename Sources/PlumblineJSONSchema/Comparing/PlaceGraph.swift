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

  /// A way from a start to a place.
  final class Way {
    let key: Key
    let step: Step?
    let outer: Way?
    /// The number of tokens in the way's pointer.
    fileprivate let depth: Int

    fileprivate init(_ key: Key, by step: Step?, from outer: Way?) {
      self.key = key
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

    /// Returns a Boolean value that indicates whether the way goes around.
    fileprivate func comesFrom(_ key: Key) -> Bool {
      var way: Way? = self
      while let one = way {
        if one.key == key { return true }
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
  private var places: [Key: Place] = [:]
  /// Places, by key: true for those that have something to report or lead there, false for those that lead nowhere.
  private var telling: [Key: Bool] = [:]

  init(depthLimit: Int, repeatedLimit: Int) {
    self.depthLimit = depthLimit
    self.repeatedLimit = repeatedLimit
  }

  /// Returns a place, which is looked at the first time.
  func place(at key: Key, _ look: (Key) -> Place) -> Place {
    if let known = places[key] { return known }
    let made = look(key)
    places[key] = made
    return made
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
    explore(starts.map(\.key), look)
    var pending = starts.filter { telling[$0.key] == true }.map { Way($0.key, by: $0.step, from: nil) }
    var next = 0
    var seen: Set<Key> = []
    var (repeated, passed) = (0, 0)
    while next < pending.count {
      let way = pending[next]
      next += 1
      guard let place = places[way.key] else { continue }
      let isRepeated = !seen.insert(way.key).inserted
      if isRepeated {
        guard repeated < repeatedLimit, passed < Self.passingLimit else { continue }
        if place.content == nil { passed += 1 } else { repeated += 1 }
      }
      if let content = place.content, !tell(way, content, isRepeated) { return }
      if way.depth >= depthLimit { continue }
      for (step, key) in place.exits where telling[key] == true && !way.comesFrom(key) && isEntered(way, step, key) {
        pending.append(Way(key, by: step, from: way))
      }
    }
  }

  private func explore(_ starts: [Key], _ look: (Key) -> Place) {
    var pending = starts
    var entered: Set<Key> = []
    var news: [Key] = []
    while let key = pending.popLast() {
      guard telling[key] == nil, entered.insert(key).inserted else { continue }
      news.append(key)
      pending += place(at: key, look).exits.map(\.key)
    }
    noteTelling(among: news)
  }

  /// Finds the places that lead to something to report.
  private func noteTelling(among news: [Key]) {
    var outer: [Key: [Key]] = [:]
    var pending: [Key] = []
    for key in news {
      guard let place = places[key] else { continue }
      telling[key] = place.content != nil
      if place.content != nil { pending.append(key) }
      for (_, inner) in place.exits {
        outer[inner, default: []].append(key)
        if telling[inner] == true { pending.append(inner) }
      }
    }
    while let key = pending.popLast() {
      for one in outer[key] ?? [] where telling[one] != true {
        telling[one] = true
        pending.append(one)
      }
    }
  }
}
