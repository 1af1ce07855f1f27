import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A recorded exchange: a request, its response, and settings for replaying it.
package struct Recording: Sendable {
  /// The caller whose credentials were in the recorded request. The recording never contains the credentials
  /// themselves.
  package enum Caller: Sendable, Hashable {
    /// Any permitted caller, because the recording doesn't specify one.
    case anyone
    /// A persona of the contract.
    case persona(String)
    /// No caller, because the request carried no credentials.
    case nobody
  }

  /// A value that is copied from the request to the response when a recording is replayed.
  package struct Binding: Sendable {
    /// The location of the value in the response's body, such as `/data/id`. If the value goes into a header field,
    /// this is the root.
    package let target: JSONPointer
    /// The name of the header field that the value goes into, or `nil` if it goes into the body.
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
    /// A Boolean value that indicates whether the sequence starts over after its last step, rather than repeating it.
    package let cycles: Bool
    /// The number of times that the step is played before the next step, at most ``mostTimes``.
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
  /// The recorded exchange, with its path, query, and body as sent.
  package let exchange: Exchange
  /// The request's JSON body, with its location in the file.
  package let requestBody: JSON?
  /// The response's JSON body, with its location in the file.
  package let responseBody: JSON?
  package let bindings: [Binding]
  package private(set) var step: Step?
  /// The conditions that a request must meet. For the parts of a request that they check, the values in the recorded
  /// request are only examples.
  package let match: Condition
  /// The location of the recording in its file.
  package let location: SourceLocation
  /// The delay of the response when it is replayed, or `nil` if the file has none.
  package var delay: Duration?
  /// The recorded times of a stream's events, relative to the head, or `nil` if the file has none.
  package var timing: BodyTiming? { exchange.timing }
  /// The author's notes: members with names that begin with `x-`.
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
  /// The day on which the recording was made, as `YYYY-MM-DD`, or the exact time.
  package let on: String
  /// The server or file that the recording comes from.
  package let from: String?
  /// A note for readers.
  package let note: String?

  /// The provenance of a line that doesn't state one.
  static let unknown = Provenance(kind: .imported, on: "", from: nil)

  /// The note for an example from a document.
  package static let exampleNote = "An example from the document."

  /// A Boolean value that indicates whether the recording is an example from the document that the contract was
  /// generated from.
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
  /// Returns the persona that sent the recorded request: the one named in the file, or the first one that may call the
  /// endpoint. Returns `nil` if the request had no caller or there is no such persona.
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

  /// Returns the recorded request as its caller would send it, including the credentials that recordings omit.
  package func request(in contract: Contract) -> Request {
    guard let endpoint = contract.endpoint(endpoint), let persona = persona(in: contract) else { return request }
    return contract.adding(credentialsOf: persona, to: request, for: endpoint)
  }
}

extension Contract {
  /// Returns a request with a persona's credentials for an endpoint added to its header fields, query, and body.
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

  /// Returns a note that lists the locations of replaced values, as pointers such as `/request/body/password`.
  package static func note(replacing places: [String]) -> String? {
    places.isEmpty ? nil : replaced + places.joined(separator: ", ") + "."
  }

  /// The locations of replaced values that the recording's note lists.
  package var replacedPlaces: [String] {
    guard let note = provenance.note, note.hasPrefix(Self.replaced) else { return [] }
    let list = note.dropFirst(Self.replaced.count)
    return (list.hasSuffix(".") ? list.dropLast() : list).split(separator: ", ").map(String.init)
  }
}

extension Recording {
  /// The statuses that depend on chance, the connection, or the protocol, rather than on data.
  private static let notByData: Set<Int> = [401, 402, 405, 406, 407, 408, 411, 421, 425, 426, 428, 429, 431, 451]

  /// Returns a Boolean value that indicates whether a status can be caused by the content of a request. If it can't, a
  /// recording with this status is never selected just by the values in a request, and it can coexist with one that is.
  package static func isByData(_ status: Int) -> Bool { status < 500 && !notByData.contains(status) }

  /// Returns a Boolean value that indicates whether a response can be a step of a sequence. A server's availability and
  /// access control don't depend on the number of requests, and recordings from a capture don't identify the caller.
  static func mayBeStep(_ status: Int) -> Bool { isByData(status) && status != 403 }
}

extension Recording {
  /// Returns the payload in the recorded response's envelope, or the whole body if the contract has no envelope.
  package func payload(in contract: Contract) -> JSON? {
    guard let body = responseBody else { return nil }
    return contract.payload(of: body)
  }

  /// Returns the items in the recorded response, or `nil` if there are none. These are the payload or, if it is a list,
  /// its elements. If the endpoint's state or the collection defines a location with `at`, the items at that location
  /// are returned instead.
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
  /// The sources of the collection's seed: recordings, given by id, and literal items.
  package var seedSources: [JSON] { seed.map(sources) ?? [] }

  /// The sources of the seeds for callers that have their own initial items, by the callers' parts.
  package var furtherSeedSources: [(part: String, sources: [JSON])] {
    seeds.map { ($0.part, sources($0.seed)) }
  }

  private func sources(_ seed: JSON) -> [JSON] {
    (seed.kind == .array ? Array(seed.elements) : [seed]).flatMap(unwrapped)
  }

  /// Returns the items in an element of a seed: the element itself, or the items inside of it if the collection defines
  /// a location for them.
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
  /// Returns an item with the members that accompany it in a payload.
  fileprivate func with(_ beside: [ItemCollection.Beside], from payload: JSON) -> JSON {
    beside.reduce(self) { item, beside in
      payload.at(beside.place).map { item.setting(beside.member, to: $0) } ?? item
    }
  }
}
