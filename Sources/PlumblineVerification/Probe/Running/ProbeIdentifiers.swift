import PlumblineContractModel

/// What stands for the parameters of an endpoint's path, in their order.
struct ProbeIdentifiers: Sendable {
  /// How sure it is that something has these identifiers.
  enum Basis: Sendable, Hashable {
    /// A list of the server's own shows them.
    case listed
    /// `--var` gives them.
    case given
    /// A recording has them; this server may never have had them.
    case guessed
  }

  /// Identifiers of something that exists, as far as known.
  var existing: [String]?
  var basis = Basis.guessed
  /// Identifiers that nothing should have; GETs have to show it before anything depends on it.
  let absent: [String]

  /// Whether nothing but the endpoint itself could be missing where the existing ones are asked for.
  var isSure: Bool { existing != nil && basis != .guessed }

  /// Texts that a path may have for a parameter and that no item is likely to have. They fit 32 bits, and they are always
  /// the same, so that a dry run shows what a run sends.
  static func absent(for parameter: Parameter) -> String {
    let candidates = [
      "1987654321", "198765", "00000000-0000-4000-8000-00000badc0de", "plumbline-absent", "1987-06-05",
    ]
    return candidates.first { parameter.schema.isValid(parameter.reading($0)) } ?? candidates[0]
  }

  static func absent(for endpoint: Endpoint) -> [String] { endpoint.path.map(absent) }
}
