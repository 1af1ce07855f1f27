/// The parameters in one part of a request, indexed by name for lookups in constant time.
struct ParameterIndex: Sendable {
  private let parameters: [Parameter]
  /// The indices by name. If a name is repeated, the first parameter wins.
  private let places: [String: Int]
  /// The indices of the parameters whose value may be sent under several names.
  private let composed: [Int]
  private let ignoresCase: Bool

  /// Creates an index.
  ///
  /// - Parameter ignoresCase: A Boolean value that indicates whether names are case-insensitive, as those of header
  ///   fields are.
  init(_ parameters: [Parameter], ignoresCase: Bool = false) {
    self.parameters = parameters
    self.ignoresCase = ignoresCase
    var places: [String: Int] = [:]
    for (place, parameter) in parameters.enumerated() {
      let name = ignoresCase ? parameter.name.lowercased() : parameter.name
      if places[name] == nil { places[name] = place }
    }
    self.places = places
    composed = parameters.indices.filter { parameters[$0].isComposed }
  }

  /// The parameter with the given name, or `nil` if there is none.
  subscript(name: String) -> Parameter? {
    if parameters.isEmpty { return nil }
    return places[ignoresCase ? name.lowercased() : name].map { parameters[$0] }
  }

  /// Returns the first parameter that owns a name, either because it is its name or because it is that of one of its
  /// members.
  func owner(of name: String) -> Parameter? {
    let named: Int? = places[name].flatMap { parameters[$0].owns(name) ? $0 : nil }
    let member = composed.first { parameters[$0].owns(name) }
    guard let first = [named, member].compactMap({ $0 }).min() else { return nil }
    return parameters[first]
  }
}
