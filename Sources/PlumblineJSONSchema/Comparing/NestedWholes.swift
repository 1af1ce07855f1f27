import PlumblineJSONTree

/// The nested parts, such as alternatives, that are compared as separate wholes along the paths that a gap finder takes
/// through a part.
///
/// Schemas that refer to one another through alternatives share gaps, so each part is examined only for the gaps that
/// no nested part covers.
final class NestedWholes {
  private typealias Visit = PartComparison.Visit

  /// The parts at one place.
  private struct Parts {
    /// Parts that belong to the current whole.
    var own: [Visit] = []
    var wholes: [Visit] = []
  }

  private let comparison: PartComparison
  private let start: Visit
  /// The parts of a single walk, keyed by the way that leads to them.
  private var known: [Int32: Parts] = [:]

  /// Creates the nested wholes of a part.
  ///
  /// - Parameter visit: A part that is compared as a whole.
  init(in visit: PartComparison.Visit, of comparison: PartComparison) {
    self.comparison = comparison
    var start = visit
    start.isSettled = true
    self.start = start
  }

  /// Returns a Boolean value that indicates whether a nested part on a path covers the next place.
  func have(_ question: GapFinder.Question, by step: GapFinder.Step, from way: GapFinder.Places.Way) -> Bool {
    let key = GapFinder.ExitKey(token: step.token, question: question)
    return parts(at: way).wholes.contains { whole in
      // Findings in an alternative aren't shown by any value.
      (whole.cover != .alternative || start.cover == .alternative) && comparison.exits(of: whole).contains(key)
    }
  }

  private func parts(at way: GapFinder.Places.Way) -> Parts {
    if let parts = known[way.number] { return parts }
    let made: Parts
    if let outer = way.outer, let token = way.step?.token {
      let exits = parts(at: outer).own.flatMap { comparison.place(of: $0).exits }
      made = parts(from: exits.filter { $0.step.token == token }.map(\.key))
    } else {
      made = parts(from: [start])
    }
    known[way.number] = made
    return made
  }

  /// Returns the parts at the same place as the given parts.
  private func parts(from starts: [Visit]) -> Parts {
    var parts = Parts()
    var pending = starts
    var seen = Set(starts)
    while let visit = pending.popLast() {
      if visit.isWhole {
        parts.wholes.append(visit)
        continue
      }
      parts.own.append(visit)
      for (step, key) in comparison.place(of: visit).exits where step.token == nil && seen.insert(key).inserted {
        pending.append(key)
      }
    }
    return parts
  }
}

extension PartComparison {
  fileprivate func place(of visit: Visit) -> Places.Place { places.place(at: visit, look) }

  /// Returns the steps from a part that is compared as a whole to the places inside it.
  fileprivate func exits(of whole: Visit) -> Set<GapFinder.ExitKey> {
    if let known = exits[whole] { return known }
    let set = ValueSet(whole.values)
    var made: Set<GapFinder.ExitKey> = []
    for bound in whole.bounds {
      for (step, key) in finder.exits(from: GapFinder.Question(set: set, node: schema.resolved(bound))) {
        made.insert(GapFinder.ExitKey(token: step.token, question: key))
      }
    }
    exits[whole] = made
    return made
  }
}

extension PartComparison.Visit {
  /// A Boolean value that indicates whether the part is compared as a whole if a value can satisfy it.
  fileprivate var isWhole: Bool { cover != nil && !isSettled }
}
