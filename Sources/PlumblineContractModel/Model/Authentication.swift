/// Which credentials an endpoint asks for: one of several alternatives, each a set that is needed whole.
///
/// `["apiKey", "session"]` needs both. `[["session"], []]` makes the session optional. `[]` needs nothing.
package struct Authentication: Sendable, Hashable {
  /// The alternatives, the most demanding first as the contract wrote them; never empty.
  package let alternatives: [[String]]
  /// Every credential that some alternative names, once, in the order of the contract.
  package let names: [String]

  package init(alternatives: [[String]]) {
    self.alternatives = alternatives.isEmpty ? [[]] : alternatives
    var seen: Set<String> = []
    names = alternatives.joined().filter { seen.insert($0).inserted }
  }

  /// Nothing is asked for.
  package static let none = Authentication(alternatives: [[]])

  /// True when a caller without any credential may come in.
  package var isOptional: Bool { alternatives.contains([]) }
}
