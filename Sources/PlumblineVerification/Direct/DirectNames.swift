import PlumblineContractModel
import PlumblineRecordings

/// The names by which direct calls ask for the ids in paths and bodies, and where those come from.
struct DirectNames: Sendable {
  private struct Place: Hashable {
    /// What stands before the parameter in the path: `tickets`.
    let before: String
    let parameter: String
  }

  private var names: [Place: String] = [:]
  private var collections: [Place: String] = [:]
  private(set) var variables: [SuiteVariable] = []

  init(_ contract: Contract, _ recordings: [Recording]) {
    var places: [Place] = []
    // What requests that remove name last.
    var removing: Set<Place> = []
    for endpoint in contract.endpoints {
      for (parameter, before) in Self.parameters(of: endpoint) {
        let place = Place(before: before, parameter: parameter)
        if !places.contains(place) { places.append(place) }
        for rule in endpoint.states where rule.key == .path(parameter) {
          collections[place] = collections[place] ?? rule.collection
        }
        if parameter == Self.removed(by: endpoint) { removing.insert(place) }
      }
    }
    for place in places {
      // `{id}` means something else after every word.
      let isUnique = places.count { $0.parameter == place.parameter } == 1
      let name = isUnique ? place.parameter : "\(place.before)_\(place.parameter)"
      guard !variables.contains(where: { $0.name == name }) else { continue }
      names[place] = name
      let meaning = "the \(place.parameter) after /\(place.before)/ in paths"
      variables.append(SuiteVariable(name, meaning, from: collections[place].map { .item(of: $0) } ?? .given))
      guard removing.contains(place) else { continue }
      variables.append(
        SuiteVariable(
          Self.removable(name), "the same of what may be removed",
          from: collections[place].map { .removable(of: $0) } ?? .expendable))
    }
    for recording in recordings where recording.response.status < 400 {
      for member in recording.requestBody.map({ Array($0.members) }) ?? [] where Self.isReference(member.key) {
        guard !variables.contains(where: { $0.name == member.key }) else { continue }
        variables.append(SuiteVariable(member.key, "the \(member.key) in bodies"))
      }
    }
  }

  /// The name for a parameter of an endpoint's path: that of what may be removed, where a request may remove it.
  func name(of parameter: String, in endpoint: Endpoint) -> String {
    let name = family(of: parameter, in: endpoint)
    return parameter == Self.removed(by: endpoint) ? Self.removable(name) : name
  }

  /// What a parameter of an endpoint's path is called wherever it stands after the same word: the same id is meant.
  func family(of parameter: String, in endpoint: Endpoint) -> String {
    place(of: parameter, in: endpoint).flatMap { names[$0] } ?? parameter
  }

  /// The collection whose items a parameter of an endpoint's path names; `nil` where no state says so.
  func collection(of parameter: String, in endpoint: Endpoint) -> String? {
    place(of: parameter, in: endpoint).flatMap { collections[$0] }
  }

  private func place(of parameter: String, in endpoint: Endpoint) -> Place? {
    Self.parameters(of: endpoint).first { $0.parameter == parameter }
      .map { Place(before: $0.before, parameter: parameter) }
  }

  private static func removable(_ name: String) -> String { SuiteVariable.removablePrefix + name }

  /// The parameter of the path that names what requests to an endpoint remove; `nil` where they remove nothing.
  private static func removed(by endpoint: Endpoint) -> String? {
    if let rule = endpoint.states.first(where: { $0.action == .delete }) {
      return if case .path(let name) = rule.key { name } else { nil }
    }
    // Of a DELETE of which the contract says no more, the last that its path names.
    return endpoint.request.method == .delete && endpoint.states.isEmpty ? endpoint.path.last?.name : nil
  }

  /// Whether a member of a body names something else, by its name.
  static func isReference(_ member: String) -> Bool { MarkPlaces.isReference(member) }

  private static func parameters(of endpoint: Endpoint) -> [(parameter: String, before: String)] {
    var before = ""
    var found: [(parameter: String, before: String)] = []
    for segment in endpoint.request.template.segments {
      switch segment {
      case .literal(let text): before = text
      case .parameter, .pattern, .across: found += segment.parameters.map { ($0, before) }
      }
    }
    return found
  }
}
