import PlumblineJSONTree

/// The traits that the answers of one endpoint have shown, with the number of answers that showed each.
///
/// The numbers are there because an answer may be replaced by another: what only that one showed isn't shown any longer.
struct ShownTraits {
  private struct Shown {
    var answers = 0
    var traits: [AnswerShape.Trait: Int] = [:]
    var places: [JSONPointer: Int] = [:]
    var objects: [JSONPointer: Objects] = [:]
  }

  /// The names of the members that objects at one place had.
  private struct Objects {
    private var counts: [String: Int] = [:]
    /// The names by their counts.
    private var names: [Int: Set<String>] = [:]
    private var total = 0

    /// The names that all objects had.
    var common: Set<String> { names[total] ?? [] }

    mutating func add(_ set: Set<String>) {
      if total == 0 {
        counts = Dictionary(uniqueKeysWithValues: set.lazy.map { ($0, 1) })
        names = set.isEmpty ? [:] : [1: set]
      } else {
        for name in set { count(name, by: 1) }
      }
      total += 1
    }

    mutating func remove(_ set: Set<String>) {
      for name in set { count(name, by: -1) }
      total -= 1
    }

    private mutating func count(_ name: String, by step: Int) {
      let old = counts[name] ?? 0
      let new = old + step
      names[old]?.remove(name)
      if names[old]?.isEmpty ?? false { names[old] = nil }
      counts[name] = new == 0 ? nil : new
      if new > 0 { names[new, default: []].insert(name) }
    }
  }

  private var shown: [AnswerShape.Kind: Shown] = [:]
  /// The number of kinds of answers with each status.
  private var statuses: [Int: Int] = [:]

  mutating func add(_ shape: AnswerShape) {
    // It is taken out, so that it is changed in place.
    var known = shown.removeValue(forKey: shape.kind) ?? Shown()
    if known.answers == 0 { statuses[shape.kind.status, default: 0] += 1 }
    known.answers += 1
    // Thousands of them, put in one by one, would be moved and hashed again a dozen times.
    known.traits.reserveCapacity(known.traits.count + shape.traits.count)
    known.places.reserveCapacity(known.places.count + shape.traits.count)
    for trait in shape.traits {
      known.traits[trait, default: 0] += 1
      if let place = trait.place { known.places[place, default: 0] += 1 }
    }
    for (place, sets) in shape.objects {
      for set in sets { known.objects[place, default: Objects()].add(set) }
    }
    shown[shape.kind] = known
  }

  /// Removes an answer that was added before.
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

  /// Returns the traits of an answer that none before has shown, in the order of its body. Of a new member that is the member
  /// itself, and not its contents.
  func news(in shape: AnswerShape) -> [AnswerShape.Trait] {
    guard let known = shown[shape.kind] else {
      let isKnown = statuses[shape.kind.status] != nil
      return [isKnown ? .mediaType(shape.kind.mediaType) : .status(shape.kind.status)]
    }
    var news: [AnswerShape.Trait] = []
    for trait in shape.traits where known.traits[trait] == nil {
      if let parent = trait.place?.parent, known.places[parent] == nil { continue }
      // That a new member has a listed value, too, isn't a second thing.
      if case .value(let place, _) = trait, known.places[place] == nil { continue }
      if case .emptyList(let place) = trait, known.places[place] == nil { continue }
      news.append(trait)
    }
    return news + absences(in: shape, known)
  }

  /// Returns the members that all other objects have at a place, and an object of this answer hasn't.
  private func absences(in shape: AnswerShape, _ known: Shown) -> [AnswerShape.Trait] {
    var absent: Set<JSONPointer> = []
    for (place, sets) in shape.objects {
      guard let common = known.objects[place]?.common, !common.isEmpty else { continue }
      var counts: [String: Int] = [:]
      for set in sets { for name in set { counts[name, default: 0] += 1 } }
      for name in common where name != "*" && counts[name] != sets.count { absent.insert(place.appending(name)) }
    }
    return absent.map { "\($0)" }.sorted().compactMap { JSONPointer($0) }.map { .absent($0) }
  }

  /// Returns a Boolean value that indicates whether a place was shown before, so that another kind of value there isn't a new
  /// member.
  func hasShown(_ place: JSONPointer, in kind: AnswerShape.Kind) -> Bool { shown[kind]?.places[place] != nil }
}

extension Dictionary where Value == Int {
  /// Lowers a count by one; a key without a count is removed.
  fileprivate mutating func lower(_ key: Key) {
    guard let count = self[key] else { return }
    self[key] = count == 1 ? nil : count - 1
  }
}
