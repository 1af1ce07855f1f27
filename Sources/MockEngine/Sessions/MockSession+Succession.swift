extension MockSession {
  /// The same caller over other contracts and recordings: overrides go on where they stood, as far as what they play is
  /// still there.
  func successor(library: MockLibrary, options: MockOptions) -> MockSession {
    var kept = options
    kept.overrides = options.overrides.filter { library.problem(with: $0) == nil }
    if let persona = options.persona, library.contract.persona(persona) == nil { kept.persona = nil }
    let next = MockSession(library: library, options: kept)
    next.removeOverrides()
    for (override, left) in overrides.reversed() where library.problem(with: override) == nil {
      next.add(Override(endpoint: override.endpoint, plays: override.plays, times: left))
    }
    return next
  }
}
