import PlumblineJSONTree

/// A step from a place of a value to one inside of it, or to another way to look at the same one.
protocol PlaceStep {
  /// What it adds to a pointer; `nil` where it stays at the place.
  var token: String? { get }
}

/// Places of values that lead to others inside of them: each is looked at once, in however many values it is, and told of
/// wherever it is reached.
///
/// Schemas that many messages share, and that lead to one another, cost what they are, and not what their ways are.
final class PlaceGraph<Key: Hashable, Step: PlaceStep, Content> {
  /// What is found at a place by itself, and where it leads.
  struct Place {
    /// `nil` where nothing is to be told of it.
    let content: Content?
    let exits: [(step: Step, key: Key)]
  }

  /// How a place was reached.
  final class Way {
    let key: Key
    let step: Step?
    let outer: Way?
    /// How many tokens its pointer has.
    fileprivate let depth: Int

    fileprivate init(_ key: Key, by step: Step?, from outer: Way?) {
      self.key = key
      self.step = step
      self.outer = outer
      depth = (outer?.depth ?? 0) + (step?.token == nil ? 0 : 1)
    }

    var pointer: JSONPointer { JSONPointer(tokens: steps.compactMap(\.token)) }

    /// What the last step says that says something.
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
  /// How often places are told of that were told of before on other ways: what differs there has one cause.
  private let repeatedLimit: Int
  /// How often places are gone through again that nothing is told of by themselves: they may lead to one another in more ways than
  /// anybody counts.
  private static var passingLimit: Int { 4000 }
  private var places: [Key: Place] = [:]
  /// Places that something is to be told of, or that lead there, and those that lead nowhere.
  private var telling: [Key: Bool] = [:]

  init(depthLimit: Int, repeatedLimit: Int) {
    self.depthLimit = depthLimit
    self.repeatedLimit = repeatedLimit
  }

  /// A place, which is looked at the first time.
  func place(at key: Key, _ look: (Key) -> Place) -> Place {
    if let known = places[key] { return known }
    let made = look(key)
    places[key] = made
    return made
  }

  /// Tells what is found from some places on, from the outside in, so that the nearest comes first. Of places that lead to
  /// themselves, each is gone through once on a way.
  ///
  /// - Parameter tell: is given each place of which something is to be told, and whether it was told of before; false ends it.
  func tell(
    from starts: [(step: Step?, key: Key)], looking look: (Key) -> Place, _ tell: (Way, Content, Bool) -> Bool
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
      for (step, key) in place.exits where telling[key] == true && !way.comesFrom(key) {
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

  /// Finds out which places lead to something that is to be told.
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
