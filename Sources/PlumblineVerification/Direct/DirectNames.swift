import PlumblineContractModel
import PlumblineRecordings

/// The variables that direct calls and the suite of a new package use for the ids in paths and bodies, and the sources
/// of these ids.
package struct DirectNames: Sendable {
  private let names: VariableNames
  private var collections: [String: String] = [:]
  package private(set) var variables: [SuiteVariable] = []
  /// The names of the variables.
  private var known: Set<String> = []

  package init(_ contract: Contract, _ recordings: [Recording]) {
    names = VariableNames(contract)
    var order: [(name: String, meaning: String)] = []
    var met: Set<String> = []
    // The names of ids whose items some request removes.
    var removing: Set<String> = []
    for endpoint in contract.endpoints {
      for parameter in endpoint.request.template.parameters {
        let name = names.name(of: parameter, in: endpoint)
        if met.insert(name).inserted {
          let word = names.word(before: parameter, in: endpoint)
          order.append((name, "the \(parameter) after /\(word)/ in paths"))
        }
        for rule in endpoint.states where rule.key == .path(parameter) {
          collections[name] = collections[name] ?? rule.collection
        }
        if parameter == Self.removed(by: endpoint) { removing.insert(name) }
      }
    }
    for (name, meaning) in order {
      variables.append(SuiteVariable(name, meaning, from: collections[name].map { .item(of: $0) } ?? .given))
      guard removing.contains(name) else { continue }
      variables.append(
        SuiteVariable(
          Self.removable(name), "the same, for an item that the run may delete",
          from: collections[name].map { .removable(of: $0) } ?? .expendable))
    }
    known = Set(variables.map(\.name))
    for recording in recordings where recording.response.status < 400 {
      for member in recording.requestBody.map({ Array($0.members) }) ?? [] where Self.isReference(member.key) {
        add(Self.variable(of: member.key), "the \(member.key) in bodies")
      }
    }
    for parameter in contract.endpoints.flatMap(\.query) {
      add(VariableNames.words(parameter.name), "the \(parameter.name) in queries")
    }
  }

  private mutating func add(_ name: String, _ meaning: String) {
    guard known.insert(name).inserted else { return }
    variables.append(SuiteVariable(name, meaning))
  }

  /// Returns the variable name for an endpoint's path parameter. The name starts with `removable_` if a request may
  /// remove the item.
  func name(of parameter: String, in endpoint: Endpoint) -> String {
    let name = family(of: parameter, in: endpoint)
    return parameter == Self.removed(by: endpoint) ? Self.removable(name) : name
  }

  /// Returns the name that an endpoint's path parameter shares with all parameters for the same id.
  func family(of parameter: String, in endpoint: Endpoint) -> String {
    names.name(of: parameter, in: endpoint)
  }

  /// Returns the collection whose items an endpoint's path parameter identifies, or `nil` if no state declares it.
  func collection(of parameter: String, in endpoint: Endpoint) -> String? {
    collections[family(of: parameter, in: endpoint)]
  }

  private static func removable(_ name: String) -> String { SuiteVariable.removablePrefix + name }

  /// Returns the path parameter that identifies the items that an endpoint removes, or `nil` if it removes none.
  private static func removed(by endpoint: Endpoint) -> String? {
    if let rule = endpoint.states.first(where: { $0.action == .delete }) {
      return if case .path(let name) = rule.key { name } else { nil }
    }
    // For a DELETE without a state, use the last path parameter.
    return endpoint.request.method == .delete && endpoint.states.isEmpty ? endpoint.path.last?.name : nil
  }

  /// Returns the variable for a member of a body that refers to another item.
  static func variable(of member: String) -> String { VariableNames.words(member) }

  /// Returns a Boolean value that indicates whether a member's name suggests that it refers to another item.
  static func isReference(_ member: String) -> Bool { MarkPlaces.isReference(member) }
}
