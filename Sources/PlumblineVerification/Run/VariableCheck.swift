import PlumblineContractModel

/// A check for `--var` names that no call uses.
package enum VariableCheck {
  /// Returns a sentence about the first unknown name, with the nearest existing name, or `nil` if all are known.
  ///
  /// If a suite doesn't list its variables, every name is accepted.
  package static func problem(with names: some Sequence<String>, for suites: [any CallSuite]) -> String? {
    let lists = suites.map { $0.variables.map(\.name) }
    guard !lists.contains(where: \.isEmpty) else { return nil }
    let known = lists.joined().sorted()
    guard let unknown = names.sorted().first(where: { !known.contains($0) }) else { return nil }
    let hint = Spelling.suggestion(for: unknown, among: known)
    return "--var \(unknown): no call uses a variable \"\(unknown)\"\(hint)"
  }

  /// Returns a sentence about each environment variable that looks like a value for a call but isn't used by any.
  package static func strangers(in environment: [String: String], for suites: [any CallSuite]) -> [String] {
    let lists = suites.map { $0.variables.map { VerifierOptions.environmentName(of: $0.name) } }
    guard !lists.contains(where: \.isEmpty) else { return [] }
    let known = lists.joined().sorted()
    let unknown = environment.keys.filter { $0.hasPrefix(VerifierOptions.environmentPrefix) && !known.contains($0) }
    return unknown.sorted().map { name in
      let hint = Spelling.nearest(name, among: known).map { "; did you mean \($0)?" } ?? "."
      return "\(name) in the environment isn't used by any call\(hint)"
    }
  }
}
