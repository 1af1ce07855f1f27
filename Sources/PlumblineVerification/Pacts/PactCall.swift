import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblinePact

/// A pact's interaction as reports identify it: by the endpoint of its request and a name that is unique for that
/// endpoint.
struct PactCall: Sendable {
  let pact: Pact
  let interaction: PactInteraction
  /// The endpoint, or `nil` if the contract has none for the request.
  let endpoint: Endpoint?
  /// The endpoint's id, or the method and path of the request.
  let place: String
  let name: String

  var title: String { "\(place): \(name)" }

  /// Returns the interactions of pacts, in order.
  static func all(of pacts: [Pact], in contract: Contract) -> [[PactCall]] {
    let namesConsumer = Set(pacts.map(\.consumer)).count > 1
    var known: Set<String> = []
    return pacts.map { pact in
      pact.interactions.map { interaction in
        let endpoint = Self.endpoint(of: interaction, in: contract)
        let place = endpoint?.id ?? "\(interaction.request.method) \(interaction.request.path)"
        var name = interaction.description
        // In an exported pact, names start with the endpoint.
        if name.hasPrefix("\(place): ") { name = String(name.dropFirst(place.count + 2)) }
        if name.isEmpty { name = "an interaction" }
        if namesConsumer { name += " (\(pact.consumer))" }
        if known.contains("\(place): \(name)"), !interaction.states.isEmpty {
          name += ", given \(interaction.states.map(\.name).joined(separator: " and "))"
        }
        var unique = name
        var number = 1
        while !known.insert("\(place): \(unique)").inserted {
          number += 1
          unique = "\(name) (\(number))"
        }
        return PactCall(pact: pact, interaction: interaction, endpoint: endpoint, place: place, name: unique)
      }
    }
  }

  private static func endpoint(of interaction: PactInteraction, in contract: Contract) -> Endpoint? {
    guard let request = interaction.request.request,
      case .found(let endpoint) = contract.router.route(contract.withoutServerPath(request))
    else { return nil }
    return endpoint
  }

  /// The name of the persona that a state declares as the caller, or `nil` if none does.
  var caller: String? {
    let words = "the caller is "
    for state in interaction.states {
      if let name = state.parameters.first(where: { $0.name == "persona" })?.value.string { return name }
      // Version 2 of the format has a single state, whose name joins several.
      guard state.name.hasPrefix(words) else { continue }
      let rest = state.name.dropFirst(words.count)
      return String(rest.firstRange(of: " and ").map { rest[..<$0.lowerBound] } ?? rest)
    }
    return nil
  }
}
