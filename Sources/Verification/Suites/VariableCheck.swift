import ContractModel

/// Finds `--var` names that no call asks for.
package enum VariableCheck {
  /// A sentence about the first unknown name, with the nearest that exists; `nil` when all are known.
  ///
  /// Where a suite lists no variables, nobody can tell, and every name is let through.
  package static func problem(with names: some Sequence<String>, for suites: [any CallSuite]) -> String? {
    let lists = suites.map { $0.variables.map(\.name) }
    guard !lists.contains(where: \.isEmpty) else { return nil }
    let known = lists.joined().sorted()
    guard let unknown = names.sorted().first(where: { !known.contains($0) }) else { return nil }
    let hint = Spelling.suggestion(for: unknown, among: known)
    return "--var \(unknown): no call asks for a variable \"\(unknown)\"\(hint)"
  }
}
