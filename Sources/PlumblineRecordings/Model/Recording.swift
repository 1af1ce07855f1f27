import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// An exchange on disk: a request, its response, and how to replay it.
package struct Recording: Sendable {
  /// The caller whose credentials a recorded request carried. Credentials themselves are never in a recording.
  package enum Caller: Sendable, Hashable {
    /// Any permitted caller, because the recording doesn't specify one.
    case anyone
    /// A persona of the contract.
    case persona(String)
    /// No caller, because the request carried no credentials.
    case nobody
  }

  /// A value copied from the request into the response when it is replayed.
  package struct Binding: Sendable {
    /// The place of the value in the response's body, such as `/data/id`. It is the root if the value goes into a
    /// header.
    package let target: JSONPointer
    /// The response's header that the value goes into, or `nil` if it goes into the body.
    package let header: String?
    /// The address of the value in the request.
    package let address: Address

    /// Creates a binding into the body.
    package init(target: JSONPointer, address: Address) {
      self.target = target
      self.header = nil
      self.address = address
    }

    /// Creates a binding into a header field.
    package init(header: String, address: Address) {
      self.target = JSONPointer()
      self.header = header
      self.address = address
    }
  }

  /// A step in a named sequence of responses.
  package struct Step: Sendable, Hashable {
    package let sequence: String
    package let number: Int
    /// A Boolean value that indicates whether the first step follows the last, instead of the last one being repeated.
    package let cycles: Bool
    /// The number of times that the step is played before the next one, at most ``mostTimes``.
    package let times: Int

    package static let mostTimes = 1000

    package init(sequence: String, number: Int, cycles: Bool = false, times: Int = 1) {
      self.sequence = sequence
      self.number = number
      self.cycles = cycles
      self.times = min(max(times, 1), Self.mostTimes)
    }
  }

  /// The endpoint's id, which is the name of the recording's folder.
  package let endpoint: String
  /// The file's name without its extension, such as `not-found`.
  package let name: String
  package let provenance: Provenance
  package let caller: Caller
  /// The recorded exchange, with path, query and body as sent.
  package let exchange: Exchange
  /// The request's JSON body, with its place in the file.
  package let requestBody: JSON?
  /// The response's JSON body, with its place in the file.
  package let responseBody: JSON?
  package let bindings: [Binding]
  package private(set) var step: Step?
  /// The conditions that a request must meet in addition to the recorded request. At the locations that they cover, the
  /// recorded request is only an example.
  package let match: Condition
  /// The place in its file where the recording begins.
  package let location: SourceLocation
  /// The delay of the response when it is replayed, or `nil` if the file has none.
  package var delay: Duration?
  /// The times of its stream's events after the head, as recorded, or `nil` if the file has none.
  package var timing: BodyTiming? { exchange.timing }
  /// The author's notes, which are members whose names begin with `x-`.
  package var extras: [(name: String, value: JSON)] = []

  package init(
    endpoint: String, name: String, provenance: Provenance, caller: Caller, exchange: Exchange, requestBody: JSON?,
    responseBody: JSON?, bindings: [Binding], step: Step?, match: Condition = Condition(), location: SourceLocation
  ) {
    self.endpoint = endpoint
    self.name = name
    self.provenance = provenance
    self.caller = caller
    self.exchange = exchange
    self.requestBody = requestBody
    self.responseBody = responseBody
    self.bindings = bindings
    self.step = step
    self.match = match
    self.location = location
  }

  /// Returns this recording as a step of a sequence.
  func stepping(_ step: Step) -> Recording {
    var recording = self
    recording.step = step
    return recording
  }

  package var request: Request { exchange.request }
  /// The recorded response. A recording always has one.
  package var response: Response { exchange.response ?? Response(status: 500, headers: [:], body: .empty) }
  /// The recording's id, such as `tickets.update/not-found`, as used in stubs and headers.
  package var id: String { "\(endpoint)/\(name)" }
}

/// The origin of a recording.
package struct Provenance: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The exchange was captured from a server.
    case recorded
    /// The exchange was imported from a different tool's capture.
    case imported
    /// The recording was written by hand, for example from the documentation. It is never passed off as recorded.
    case authored
  }

  package let kind: Kind
  /// The day on which it was created, `YYYY-MM-DD`, or the exact time.
  package let on: String
  /// The server or the file that it was taken from.
  package let from: String?
  /// A note for readers.
  package let note: String?

  /// The provenance of a line that states none.
  static let unknown = Provenance(kind: .imported, on: "", from: nil)

  /// The note on an example from a document.
  package static let exampleNote = "An example from the document."

  /// A Boolean value that indicates whether the recording is an example of the document that the contract was generated
  /// from.
  package var isExample: Bool { kind == .imported && note == Self.exampleNote }

  /// A Boolean value that indicates whether the provenance is known.
  package var isKnown: Bool { !on.isEmpty }

  package init(kind: Kind, on: String, from: String?, note: String? = nil) {
    self.kind = kind
    self.on = on
    self.from = from
    self.note = note
  }
}

extension Recording {
  /// Returns the persona that sent the recorded request: the one that the file names, or the first one that may call
  /// the endpoint. Returns `nil` if the request had no caller, or if no persona of the contract may call the endpoint.
  package func persona(in contract: Contract) -> Persona? {
    switch caller {
    case .nobody: return nil
    case .persona(let name): return contract.persona(name)
    case .anyone:
      guard let endpoint = contract.endpoint(endpoint) else { return contract.personas.first }
      return contract.personas.first { persona in
        let request = contract.adding(credentialsOf: persona, to: request, for: endpoint)
        if case .granted = AccessDecision.decide(request, to: endpoint, in: contract) { return true }
        return false
      }
    }
  }

  /// Returns the recorded request as its caller sends it, with the credentials that recordings leave out.
  package func request(in contract: Contract) -> Request {
    guard let endpoint = contract.endpoint(endpoint), let persona = persona(in: contract) else { return request }
    return contract.adding(credentialsOf: persona, to: request, for: endpoint)
  }
}

extension Contract {
  /// Returns a request with the credentials of a persona for an endpoint, in its header fields, its query and its body.
  package func adding(credentialsOf persona: Persona, to request: Request, for endpoint: Endpoint) -> Request {
    var request = request
    request.headers.set(credentials: headers(for: persona, endpoint))
    let items = queryItems(for: persona, endpoint)
    if !items.isEmpty {
      let text = items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
      request.target += (request.query == nil ? "?" : "&") + text.joined(separator: "&")
    }
    return showing(persona.credentials, in: request, for: endpoint)
  }
}

extension Recording {
  private static let replaced = "Replaced: "

  /// Returns the note that lists the replaced places of an exchange, as pointers such as `/request/body/password`.
  package static func note(replacing places: [String]) -> String? {
    places.isEmpty ? nil : replaced + places.joined(separator: ", ") + "."
  }

  /// The replaced places, if the recording has a note that lists them.
  package var replacedPlaces: [String] {
    guard let note = provenance.note, note.hasPrefix(Self.replaced) else { return [] }
    let list = note.dropFirst(Self.replaced.count)
    return (list.hasSuffix(".") ? list.dropLast() : list).split(separator: ", ").map(String.init)
  }
}

extension Recording {
  /// Statuses that are determined by chance, the connection or the protocol.
  private static let notByData: Set<Int> = [401, 402, 405, 406, 407, 408, 411, 421, 425, 426, 428, 429, 431, 451]

  /// Returns a Boolean value that indicates whether the content of a request can cause a status. If it can't, a
  /// recording with that status is never selected by a request's values alone, and coexists with the one that does.
  package static func isByData(_ status: Int) -> Bool { status < 500 && !notByData.contains(status) }

  /// Returns a Boolean value that indicates whether a response may be a step of a sequence. The availability of a
  /// server and its access control don't depend on the number of requests, and recordings from a capture don't identify
  /// the caller.
  static func mayBeStep(_ status: Int) -> Bool { isByData(status) && status != 403 }
}

extension Recording {
  /// Returns the payload inside the recorded response's envelope, or its body if the contract has no envelope.
  package func payload(in contract: Contract) -> JSON? {
    guard let body = responseBody else { return nil }
    return contract.payload(of: body)
  }

  /// Returns the items in the recorded response, which are its payload, or each element of a payload that is a list. If
  /// the items are inside the payload (`at` of the endpoint's state, or of the collection), these are returned. Returns
  /// `nil` if there are none.
  package func items(in contract: Contract, of collection: ItemCollection? = nil) -> [JSON]? {
    guard let payload = payload(in: contract) else { return nil }
    let states = contract.endpoint(endpoint)?.states ?? []
    let own = states.filter { collection == nil || $0.collection == collection?.name }
    let rule = own.first { $0.action == .list } ?? own.first { $0.collection != nil }
    let place = rule?.shownPlace ?? (rule == nil ? collection?.place : nil)
    guard let list = place.map({ payload.at($0) }) ?? payload else { return nil }
    switch list.kind {
    case .array: return list.elements.filter { $0.kind == .object }
    case .object: return [list.with(rule?.beside ?? collection?.beside ?? [], from: payload)]
    default: return nil
    }
  }
}

extension ItemCollection {
  /// The sources of the collection's seed, which are recordings by their ids, and items given literally.
  package var seedSources: [JSON] { seed.map(sources) ?? [] }

  /// The sources of the seeds for callers with their own initial items, by the callers' parts.
  package var furtherSeedSources: [(part: String, sources: [JSON])] {
    seeds.map { ($0.part, sources($0.seed)) }
  }

  private func sources(_ seed: JSON) -> [JSON] {
    (seed.kind == .array ? Array(seed.elements) : [seed]).flatMap(unwrapped)
  }

  /// Returns the items of a seed's element: the element itself, or its inner items if bodies contain items at a place.
  private func unwrapped(_ source: JSON) -> [JSON] {
    guard let place, let first = place.tokens.first, source.kind == .object, let inner = source.at(place) else {
      return [source]
    }
    let isItem = key.map { source.at($0) != nil } ?? members.contains { $0.name == first }
    if isItem { return [source] }
    switch inner.kind {
    case .array: return Array(inner.elements)
    case .object: return [inner.with(beside, from: source)]
    default: return [source]
    }
  }
}

extension JSON {
  /// Returns an item with the members that are next to it in a payload.
  fileprivate func with(_ beside: [ItemCollection.Beside], from payload: JSON) -> JSON {
    beside.reduce(self) { item, beside in
      payload.at(beside.place).map { item.setting(beside.member, to: $0) } ?? item
    }
  }
}
