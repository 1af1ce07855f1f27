import PlumblineJSONTree

/// The traits in the responses of one endpoint, with the number of responses that show each: replacing a response removes the
/// traits that only it showed.
struct ShownTraits {
  private struct Shown {
    var answers = 0
    var traits: [AnswerShape.Trait: Int] = [:]
    var places: [JSONPointer: Int] = [:]
    var objects: [JSONPointer: Objects] = [:]
  }

  /// The names of the members that objects at one place had.
  private struct Objects {
    private var sets: [Set<String>: Int] = [:]
    private var names: [String: Int] = [:]
    private var total = 0
    /// A set with the fewest names: the common ones are among them.
    private var smallest: Set<String> = []

    /// The names that all of them had, except those of data.
    var common: [String] { smallest.filter { $0 != "*" && names[$0] == total } }

    mutating func add(_ set: Set<String>) {
      if total == 0 || set.count < smallest.count { smallest = set }
      sets[set, default: 0] += 1
      for name in set { names[name, default: 0] += 1 }
      total += 1
    }

    mutating func remove(_ set: Set<String>) {
      guard sets[set] != nil else { return }
      sets.lower(set)
      for name in set { names.lower(name) }
      total -= 1
      if set == smallest, sets[set] == nil { smallest = sets.keys.min { $0.count < $1.count } ?? [] }
    }
  }

  private var shown: [AnswerShape.Kind: Shown] = [:]
  /// The number of kinds of responses with each status.
  private var statuses: [Int: Int] = [:]

  mutating func add(_ shape: AnswerShape) {
    // Taken out, so that it is changed in place.
    var known = shown.removeValue(forKey: shape.kind) ?? Shown()
    if known.answers == 0 { statuses[shape.kind.status, default: 0] += 1 }
    known.answers += 1
    for trait in shape.traits {
      known.traits[trait, default: 0] += 1
      if let place = trait.place { known.places[place, default: 0] += 1 }
    }
    for (place, sets) in shape.objects {
      for set in sets { known.objects[place, default: Objects()].add(set) }
    }
    shown[shape.kind] = known
  }

  /// Removes the traits of a response that was added before.
  mutating func remove(_ shape: AnswerShape) {
    guard var known = shown.removeValue(forKey: shape.kind) else { return }
    known.answers -= 1
    if known.answers == 0 { return statuses.lower(shape.kind.status) }
    for trait in shape.traits {
      known.traits.lower(trait)
      if let place = trait.place { known.places.lower(place) }
    }
    for (place, sets) in shape.objects {
      for set in sets { known.objects[place]?.remove(set) }
    }
    shown[shape.kind] = known
  }

  /// Returns the traits of a response that none before has shown, in the order of its body. For a new member only the member
  /// counts, not its content.
  func news(in shape: AnswerShape) -> [AnswerShape.Trait] {
    guard let known = shown[shape.kind] else {
      return [statuses[shape.kind.status] != nil ? .mediaType(shape.kind.mediaType) : .status(shape.kind.status)]
    }
    var news: [AnswerShape.Trait] = []
    for trait in shape.traits where known.traits[trait] == nil {
      if let parent = trait.place?.parent, known.places[parent] == nil { continue }
      // A listed value of a new member doesn't count separately.
      if case .value(let place, _) = trait, known.places[place] == nil { continue }
      if case .emptyList(let place) = trait, known.places[place] == nil { continue }
      news.append(trait)
    }
    return news + absences(in: shape, known)
  }

  /// The members that all others have at a place, and that an object of this response lacks.
  private func absences(in shape: AnswerShape, _ known: Shown) -> [AnswerShape.Trait] {
    var absent: Set<JSONPointer> = []
    for (place, sets) in shape.objects {
      guard let common = known.objects[place]?.common, !common.isEmpty else { continue }
      var counts: [String: Int] = [:]
      for set in sets { for name in set { counts[name, default: 0] += 1 } }
      for name in common where counts[name] != sets.count { absent.insert(place.appending(name)) }
    }
    return absent.map { "\($0)" }.sorted().compactMap { JSONPointer($0) }.map { .absent($0) }
  }

  /// Returns a Boolean value that indicates whether a place was shown before, so that another kind of value there isn't a new
  /// member.
  func hasShown(_ place: JSONPointer, in kind: AnswerShape.Kind) -> Bool { shown[kind]?.places[place] != nil }
}

extension Dictionary where Value == Int {
  /// Decrements a key's count, and removes the key at zero.
  fileprivate mutating func lower(_ key: Key) {
    guard let count = self[key] else { return }
    self[key] = count == 1 ? nil : count - 1
  }
}
