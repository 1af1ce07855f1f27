import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A search for the values of path parameters: in `--var`, in the server's own lists, or in recordings.
struct IdentifierSearch: Sendable {
  /// The maximum number of items per list whose nested lists are read.
  private static let breadth = 3

  let contract: Contract
  let recordings: [Recording]
  /// The values from `--var`, by their names in ``VariableNames``.
  let variables: [String: String]
  let names: VariableNames
  /// A closure that reads one of the server's lists, or returns `nil` if that isn't harmless.
  let read: @Sendable (Endpoint, ProbePlace) async -> ProbeResponse?

  /// Returns the identifiers for an endpoint, and the responses that they were taken from.
  func identifiers(for endpoint: Endpoint) async -> (ProbeIdentifiers, [ProbeResponse]) {
    var result = ProbeIdentifiers(existing: nil, absent: ProbeIdentifiers.absent(for: endpoint))
    let names = endpoint.request.template.parameters
    guard !names.isEmpty else { return (result, []) }
    var answers: [ProbeResponse] = []
    var found: [[String]] = [[]]
    var basis = ProbeIdentifiers.Basis.listed
    for (position, name) in names.enumerated() {
      var next: [[String]] = []
      if let value = known(name, of: endpoint) {
        basis = .given
        next = found.prefix(1).map { $0 + [value] }
      } else if let list = listEndpoint(of: endpoint, at: position) {
        for known in found.prefix(Self.breadth) {
          let query = Self.query(for: list, in: recordings, variables, of: contract)
          let place = ProbePlace(endpoint: list, line: list.request, identifiers: known, query: query)
          guard let answer = await read(list, place) else { continue }
          answers.append(answer)
          next += Self.keys(in: answer, of: list, for: name, contract: contract)
            .prefix(Self.breadth).map { known + [$0] }
          if !next.isEmpty { break }
        }
      }
      if next.isEmpty {
        // If a made-up identifier below existing ones is reported as missing, the existing ones aren't the cause.
        if position > 0, let first = found.first { result.belowExisting = first + Array(result.absent[position...]) }
        found = []
        break
      }
      found = next
    }
    if let first = found.first, first.count == names.count {
      result.existing = first
      result.basis = basis
    } else if let recorded = recorded(endpoint) {
      result.existing = recorded
      result.basis = .guessed
    }
    return (result, answers)
  }

  /// Returns the lists that a run would read, with the known values in their paths. Unknown ones are in braces.
  func lists(for endpoint: Endpoint) -> [(list: Endpoint, known: [String])] {
    var lists: [(list: Endpoint, known: [String])] = []
    var known: [String] = []
    for (position, name) in endpoint.request.template.parameters.enumerated() {
      let value = self.known(name, of: endpoint)
      if value == nil {
        guard let list = listEndpoint(of: endpoint, at: position) else { break }
        lists.append((list, known))
      }
      known.append(value ?? "{\(name)}")
    }
    return lists
  }

  /// Returns the value of a parameter that is known before any request: the one from `--var`, otherwise the first that
  /// its `enum` lists.
  func known(_ name: String, of endpoint: Endpoint) -> String? {
    variables[names.name(of: name, in: endpoint)]
      ?? endpoint.path.first { $0.name == name }?.schema.source["enum"]?.elements.first.flatMap(ProbeIdentifiers.text)
  }

  /// Returns the documented GET whose path is an endpoint's path up to a parameter, that is, the list that contains the
  /// parameter's values.
  private func listEndpoint(of endpoint: Endpoint, at position: Int) -> Endpoint? {
    let segments = endpoint.request.template.segments
    var seen = 0
    let end = segments.firstIndex { segment in
      seen += segment.parameters.count
      return seen > position
    }
    guard let end else { return nil }
    let prefix = segments[..<end].map(\.shape)
    return contract.endpoints.first { candidate in
      candidate.request.method == .get && candidate.isSafe && candidate.request.template.shape == prefix
    }
  }

  private func recorded(_ endpoint: Endpoint) -> [String]? {
    for recording in recordings where recording.endpoint == endpoint.id && recording.response.status < 300 {
      guard let values = endpoint.request.template.match(recording.request.path) else { continue }
      let reading = RequestReading(recording.request, for: endpoint)
      let ordered = endpoint.request.template.parameters.compactMap { name in
        // If the parameter's style adds delimiters, use only the elements. They are serialized again later.
        endpoint.path.first { $0.name == name }?.isPlain ?? true
          ? values[name] : reading.path(name).flatMap(ProbeIdentifiers.text)
      }
      if ordered.count == values.count { return ordered }
    }
    return nil
  }
}

// MARK: - Reading lists

extension IdentifierSearch {
  /// Returns the query of a reading endpoint. It consists of the values from `--var` and, if each recorded success has
  /// a query, such as `?folder=default`, the query of a recording, because the result may be empty without it. Recorded
  /// secrets aren't sent.
  static func query(
    for endpoint: Endpoint, in recordings: [Recording], _ variables: [String: String], of contract: Contract
  ) -> String {
    let recorded = recordings.lazy.filter { $0.endpoint == endpoint.id && $0.response.status < 300 }.map(\.request)
    let needsQuery = endpoint.query.contains(where: \.isRequired) || recorded.allSatisfy { $0.query != nil }
    let usable = recorded.first { request in
      guard request.query != nil else { return false }
      let secrets = RecordedSecrets.places(in: request, to: endpoint, of: contract, login: false)
      return !secrets.contains { $0.hasPrefix("query") }
    }
    let items = GivenQuery.items(
      needsQuery ? usable?.query : nil, for: endpoint, variables: variables, addsAll: true)
    return items.isEmpty ? "" : "?" + items.joined(separator: "&")
  }

  /// Returns the items of a list, wherever they are in the payload, or `nil` if the response isn't a list.
  static func items(in answer: ProbeResponse, of endpoint: Endpoint, contract: Contract) -> [JSON]? {
    guard answer.meaning == .success, let payload = answer.body.flatMap(contract.payload) else { return nil }
    if let place = endpoint.states.first(where: { $0.action == .list })?.place, let list = payload.at(place),
      list.kind == .array
    {
      return Array(list.elements)
    }
    if payload.kind == .array { return Array(payload.elements) }
    let arrays = payload.members.map(\.value).filter { $0.kind == .array }
    return arrays.count == 1 ? Array(arrays[0].elements) : nil
  }

  /// Returns the identifiers in a list.
  static func keys(
    in answer: ProbeResponse, of endpoint: Endpoint, for parameter: String, contract: Contract
  ) -> [String] {
    let collection = endpoint.states.first?.collection.flatMap(contract.collection)
    let names = [parameter, "id", "uuid", "key", "slug", "code"]
    let pointers = [collection?.key].compactMap { $0 } + names.map { JSONPointer(tokens: [$0]) }
    return (items(in: answer, of: endpoint, contract: contract) ?? []).compactMap { item in
      pointers.lazy.compactMap { item.at($0).flatMap(WireReading.text) }.first
    }
  }
}
