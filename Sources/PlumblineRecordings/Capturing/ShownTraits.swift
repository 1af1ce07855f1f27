import PlumblineJSONTree

/// The traits of an endpoint's responses, along with the number of responses that have each.
///
/// The numbers are needed because a response may be replaced. Traits that only the old response had are then removed.
struct ShownTraits {
  private struct Shown {
    var answers = 0
    var traits: [ResponseShape.Trait: Int] = [:]
    var places: [JSONPointer: Int] = [:]
    var objects: [JSONPointer: Objects] = [:]
  }

  /// The names of the members that the objects at one location have.
  private struct Objects {
    private var counts: [String: Int] = [:]
    /// The names by the number of objects that have them.
    private var names: [Int: Set<String>] = [:]
    private var total = 0

    /// The names that all objects have.
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

  private var shown: [ResponseShape.Kind: Shown] = [:]
  /// The number of kinds of responses for each status.
  private var statuses: [Int: Int] = [:]

  mutating func add(_ shape: ResponseShape) {
    // Move the value out of the dictionary, so that it can be modified in place.
    var known = shown.removeValue(forKey: shape.kind) ?? Shown()
    if known.answers == 0 { statuses[shape.kind.status, default: 0] += 1 }
    known.answers += 1
    // Reserve capacity, because inserting thousands of traits one by one would rehash them a dozen times.
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

  /// Removes a response that was added before.
  mutating func remove(_ shape: ResponseShape) {
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

  /// Returns the traits of a response that no earlier response has, in the order of the body. For a new member, this is
  /// the member itself rather than its contents.
  func news(in shape: ResponseShape) -> [ResponseShape.Trait] {
    guard let known = shown[shape.kind] else {
      let isKnown = statuses[shape.kind.status] != nil
      return [isKnown ? .mediaType(shape.kind.mediaType) : .status(shape.kind.status)]
    }
    var news: [ResponseShape.Trait] = []
    for trait in shape.traits where known.traits[trait] == nil {
      if let parent = trait.place?.parent, known.places[parent] == nil { continue }
      // The listed value of a new member isn't a separate trait.
      if case .value(let place, _) = trait, known.places[place] == nil { continue }
      if case .emptyList(let place) = trait, known.places[place] == nil { continue }
      news.append(trait)
    }
    return news + absences(in: shape, known)
  }

  /// Returns the members that an object in this response lacks although all other objects at the same location have
  /// them.
  private func absences(in shape: ResponseShape, _ known: Shown) -> [ResponseShape.Trait] {
    var absent: Set<JSONPointer> = []
    for (place, sets) in shape.objects {
      guard let common = known.objects[place]?.common, !common.isEmpty else { continue }
      var counts: [String: Int] = [:]
      for set in sets { for name in set { counts[name, default: 0] += 1 } }
      for name in common where name != "*" && counts[name] != sets.count { absent.insert(place.appending(name)) }
    }
    return absent.map { "\($0)" }.sorted().compactMap { JSONPointer($0) }.map { .absent($0) }
  }

  /// Returns a Boolean value that indicates whether an earlier response had a value at a location. In that case, a
  /// different kind of value there isn't a new member.
  func hasShown(_ place: JSONPointer, in kind: ResponseShape.Kind) -> Bool { shown[kind]?.places[place] != nil }
}

extension Dictionary where Value == Int {
  /// Decrements a count. The key is removed if its count becomes zero.
  fileprivate mutating func lower(_ key: Key) {
    guard let count = self[key] else { return }
    self[key] = count == 1 ? nil : count - 1
  }
}
