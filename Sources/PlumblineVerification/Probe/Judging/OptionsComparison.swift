/// What OPTIONS says of a place, beside what it says of siblings that can't exist.
struct OptionsComparison: Sendable {
  /// What can be taken from it.
  enum Word: Sendable, Hashable {
    /// The server lists the method for this path, and not for a path that can't exist.
    case lists
    /// The server lists other methods for this path.
    case lacks([String])
    case nothing
  }

  let place: ProbePlace
  let answer: ProbeAnswer
  let controls: [ProbeAnswer]

  private var usable: [ProbeAnswer] { controls.filter { $0.meaning != .outage && $0.meaning != .limited } }

  /// Whether Allow has several methods, without those that a server adds by itself.
  var listsSeveral: Bool {
    word != .nothing && (answer.allow ?? []).count { !["OPTIONS", "HEAD", "TRACE"].contains($0) } > 1
  }

  /// Whether the answer is that of the controls, so that the path shows as little as theirs.
  var isLikeControls: Bool {
    !usable.isEmpty && answer.outage == nil && answer.meaning != .limited && usable.allSatisfy(answer.isAlike)
      && usable.allSatisfy { Set($0.allow ?? []) == Set(answer.allow ?? []) }
  }

  var word: Word {
    guard let allow = answer.allow, [.success, .methodRefused].contains(answer.meaning), !usable.isEmpty,
      usable.allSatisfy({ Set($0.allow ?? []) != Set(allow) })
    else { return .nothing }
    let methods = allow.filter { $0 != "OPTIONS" }
    // Of endpoints with one request line a list of methods doesn't tell which are there.
    if methods.contains(place.method.rawValue) { return place.endpoint.condition.clauses.isEmpty ? .lists : .nothing }
    return methods.isEmpty ? .nothing : .lacks(methods)
  }
}
