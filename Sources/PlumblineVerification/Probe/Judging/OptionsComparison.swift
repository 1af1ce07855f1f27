/// The response to OPTIONS at a path, and the responses at sibling paths that can't exist.
struct OptionsComparison: Sendable {
  /// The conclusion from the comparison.
  enum Word: Sendable, Hashable {
    /// The server lists the method for this path, but not for a path that can't exist.
    case lists
    /// A CORS preflight lists the method for this path, but not for a path that can't exist. The listed methods are
    /// those that pages from other origins may use, which may be more or fewer than the path supports.
    case permits
    /// The server lists other methods for this path.
    case lacks([String])
    case nothing
  }

  let place: ProbePlace
  let answer: ProbeResponse
  let controls: [ProbeResponse]
  /// The comparison of CORS preflights, or `nil` if none were sent. They are sent if the server rejects a plain
  /// OPTIONS.
  var preflight: ProbeComparison?

  private var usable: [ProbeResponse] { controls.filter { $0.meaning != .outage && $0.meaning != .limited } }

  /// A Boolean value that indicates whether Allow lists several methods, not counting those that servers add by
  /// default.
  var listsSeveral: Bool {
    word != .nothing && (answer.allow ?? []).count { !["OPTIONS", "HEAD", "TRACE"].contains($0) } > 1
  }

  /// A Boolean value that indicates whether the response is the same as the controls' responses, and therefore says
  /// nothing about the path.
  var isLikeControls: Bool {
    !usable.isEmpty && answer.outage == nil && answer.meaning != .limited && usable.allSatisfy(answer.isAlike)
      && usable.allSatisfy { Set($0.allow ?? []) == Set(answer.allow ?? []) }
      && (preflight.map { OptionsComparison(place: place, answer: $0.answer, controls: $0.controls) }?
        .isLikePermissions ?? true)
  }

  private var isLikePermissions: Bool {
    !usable.isEmpty
      && usable.allSatisfy { answer.isAlike($0) && Set($0.crossOrigin ?? []) == Set(answer.crossOrigin ?? []) }
  }

  /// A Boolean value that indicates whether OPTIONS was inconclusive because the server rejects it, either altogether
  /// or without an Origin.
  var isRefused: Bool {
    word == .nothing && [.invalid, .notFound, .methodRefused, .forbidden].contains(answer.meaning)
  }

  var word: Word {
    guard let allow = answer.allow, [.success, .methodRefused].contains(answer.meaning), !usable.isEmpty,
      usable.allSatisfy({ Set($0.allow ?? []) != Set(allow) })
    else { return permission }
    let methods = allow.filter { $0 != "OPTIONS" }
    // A list of methods doesn't distinguish between endpoints with the same request line.
    if methods.contains(place.method.rawValue) { return place.endpoint.condition.clauses.isEmpty ? .lists : .nothing }
    return methods.isEmpty ? permission : .lacks(methods)
  }

  /// The conclusion from a preflight. A list that impossible paths also get is the server's default, `*` proves
  /// nothing, and a server that merely echoes the requested method hasn't looked it up. A method that pages may not use
  /// may still exist.
  private var permission: Word {
    guard let preflight, preflight.answer.meaning == .success, let methods = preflight.answer.crossOrigin else {
      return .nothing
    }
    let others = preflight.controls.filter { $0.meaning != .outage && $0.meaning != .limited }
    guard methods.contains(place.method.rawValue), Set(methods).count > 1, place.endpoint.condition.clauses.isEmpty,
      !others.isEmpty, others.allSatisfy({ !($0.crossOrigin ?? []).contains(place.method.rawValue) }),
      others.allSatisfy({ !($0.crossOrigin ?? []).contains("*") })
    else { return .nothing }
    return .permits
  }
}

extension OptionsComparison.Word {
  /// A Boolean value that indicates whether the method is listed for this path, but not for paths that can't exist.
  var isListing: Bool { self == .lists || self == .permits }
}
