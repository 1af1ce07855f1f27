import PlumblineContractModel
import PlumblineHTTPMessages

/// The ids for the paths of endpoints whose list isn't specified by a `state`, taken from the server's own lists. They
/// are found in the same way as in the probe. For example, `server_id` in `/servers/{server_id}/zones` comes from the
/// response of `GET /servers`.
actor PathValues {
  private let items: ItemClient
  private let credentials: Credentials
  private let variables: [String: String]
  private let names: VariableNames
  /// The values by endpoint.
  private var found: [String: Task<[String: String], Never>] = [:]
  /// The responses of lists, by target.
  private var answers: [String: Task<ProbeResponse?, Never>] = [:]

  /// - Parameter variables: The values from `--var`.
  init(items: ItemClient, credentials: Credentials, variables: [String: String]) {
    self.items = items
    self.credentials = credentials
    self.variables = variables
    names = VariableNames(items.contract)
  }

  /// Returns the values for an endpoint's path, by variable, if lists show them.
  func values(for endpoint: Endpoint) async -> [String: String] {
    let search = found[endpoint.id] ?? Task { await self.look(for: endpoint) }
    found[endpoint.id] = search
    return await search.value
  }

  private func look(for endpoint: Endpoint) async -> [String: String] {
    let search = IdentifierSearch(
      contract: items.contract, recordings: [], variables: variables, names: names
    ) { [self] list, place in await answer(of: list, at: place) }
    let (identifiers, _) = await search.identifiers(for: endpoint)
    let shown = identifiers.existing ?? identifiers.belowExisting ?? []
    var values: [String: String] = [:]
    for ((parameter, value), absent) in zip(zip(endpoint.request.template.parameters, shown), identifiers.absent) {
      // From here on, the values are made up.
      if identifiers.existing == nil, value == absent { break }
      values[names.name(of: parameter, in: endpoint)] = value
    }
    return values
  }

  /// Returns a list's response. The list is requested only once.
  private func answer(of list: Endpoint, at place: ProbePlace) async -> ProbeResponse? {
    let contract = items.contract
    let persona = contract.probingPersona
    let own = (try? credentials.values(for: persona, calling: list)) ?? [:]
    let requests = ProbeRequests(contract: contract, credentials: own, permission: nil)
    guard let request = requests.read(place, .identifier) else { return nil }
    let reading =
      answers[request.request.target]
      ?? Task { [items] in ProbeResponse(request, await items.send(request.request), contract: contract) }
    answers[request.request.target] = reading
    return await reading.value
  }
}
