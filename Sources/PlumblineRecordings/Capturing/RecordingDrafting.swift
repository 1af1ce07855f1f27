import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A plan in the making: decides of one exchange after the other.
struct RecordingDrafting {
  /// What the mock has for a request, or will have.
  private struct Standing {
    let recording: Recording
    let likeness: RequestLikeness
    /// Its place among the files of this plan; `nil` for a recording that was there before.
    let file: Int?
  }

  private let contract: Contract
  private let options: RecordingPlan.Options
  private let callers: CallerRegistry
  private let shown: Redactor
  private let redactor: Redactor
  /// By endpoint: this plan's before those that were there.
  private var standing: [String: [Standing]] = [:]
  private var names: Set<String> = []

  private(set) var files: [RecordingPlan.File] = []
  private(set) var skips: [RecordingPlan.Skip] = []
  private(set) var leftOut: Set<String> = []
  private var skipPlaces: [RecordingPlan.Skip: Int] = [:]

  init(contract: Contract, existing: [Recording], options: RecordingPlan.Options, callers: CallerRegistry) {
    self.contract = contract
    self.options = options
    self.callers = callers
    shown = callers.shown
    redactor = callers.redactor
    for recording in existing {
      names.insert(recording.id)
      guard let endpoint = contract.endpoint(recording.endpoint) else { continue }
      let likeness = RequestLikeness(recording, at: endpoint, in: contract)
      standing[endpoint.id, default: []].append(Standing(recording: recording, likeness: likeness, file: nil))
    }
  }

  mutating func add(_ capture: Capture, _ endpoint: Endpoint?) {
    let exchange = capture.exchange
    if let outage = capture.outage { return skip(exchange, "an outage is no answer of the service: \(outage)") }
    guard let endpoint else { return skip(exchange, strangeness(of: exchange.request)) }
    if let reason = unfitness(of: exchange) { return skip(exchange, reason) }
    if options.isOnlyClean, !capture.broken.isEmpty {
      return skip(
        exchange,
        "it isn't as the contract says (\(capture.broken.joined(separator: ", "))); --only-clean leaves it out")
    }
    var redaction = ExchangeRedaction(callers, redactor, at: endpoint, locally: options.locally)
    guard let redacted = redaction.redact(exchange) else { return skip(exchange, "a body didn't come whole") }
    leftOut.formUnion(redaction.leftOut)
    let draft = Draft(
      exchange: redacted, caller: callers.caller(of: exchange, at: endpoint), replaced: redaction.replaced)
    place(draft, exchange, endpoint)
  }

  /// An exchange without its secrets.
  private struct Draft {
    let exchange: Exchange
    let caller: Recording.Caller
    let replaced: [String]
  }

  /// Finds who has the request already, or a name.
  private mutating func place(_ draft: Draft, _ exchange: Exchange, _ endpoint: Endpoint) {
    let unnamed = recording(of: draft, named: "", endpoint, like: nil)
    let likeness = RequestLikeness(unnamed, at: endpoint, in: contract)
    let status = unnamed.response.status
    let others = (standing[endpoint.id] ?? []).filter {
      Self.slot($0.recording.response.status) == Self.slot(status) && $0.likeness == likeness
    }
    if let other = others.first {
      let isSame = Self.isSameAnswer(other.recording, unnamed)
      if let file = other.file {
        if isSame { return files[file].times += 1 }
        return skip(
          exchange,
          "\(other.recording.id) has the same request with an earlier answer, and the mock answers a request one way")
      }
      if isSame { return skip(exchange, "\(other.recording.id) has it already") }
      guard other.recording.response.status == status else {
        return skip(
          exchange, "\(other.recording.id) answers this request with \(other.recording.response.status), not \(status)")
      }
      guard options.replaces else {
        return skip(exchange, "\(other.recording.id) has another answer to it; --replace writes this one in its place")
      }
      return write(draft, exchange, endpoint, likeness, replacing: other.recording)
    }
    write(draft, exchange, endpoint, likeness, replacing: nil)
  }

  private mutating func write(
    _ draft: Draft, _ exchange: Exchange, _ endpoint: Endpoint, _ likeness: RequestLikeness, replacing old: Recording?
  ) {
    guard let response = draft.exchange.response else { return }
    let name = old?.name ?? name(for: response, endpoint, likeness)
    let path = options.path(endpoint.id, name)
    let bytes = RecordingWriter.text(of: recording(of: draft, named: name, endpoint, like: old), schema: options.schema)
    if callers.secrets.occurs(in: bytes) {
      return skip(exchange, "a credential would stand in its file, where it can't be replaced")
    }
    // What was written has to be what is read.
    let read = RecordingLoader.load([.init(endpoint: endpoint.id, name: name, path: path, bytes: bytes)])
    let wrong =
      read.problems.first
      ?? read.recordings.first.flatMap {
        RecordingLint.problems(in: [$0], contract: contract).first { $0.location.file == path }
      }
    guard let recording = read.recordings.first, wrong == nil else {
      return skip(exchange, "it can't be a recording: \(wrong?.message ?? "its file can't be read")")
    }
    names.insert(recording.id)
    if let old { standing[endpoint.id]?.removeAll { $0.file == nil && $0.recording.id == old.id } }
    standing[endpoint.id, default: []].insert(
      Standing(recording: recording, likeness: likeness, file: files.count), at: 0)
    files.append(
      RecordingPlan.File(
        recording: recording, path: path, bytes: bytes, isReplacement: old != nil, replaced: draft.replaced))
  }

  private func name(for response: Response, _ endpoint: Endpoint, _ likeness: RequestLikeness) -> String {
    let kind = RecordingNames.kind(of: response, at: endpoint, in: contract)
    let first = standing[endpoint.id]?.first { $0.recording.name == kind }?.likeness
    return RecordingNames.name(kind, for: likeness, unlike: first) { name in
      names.contains("\(endpoint.id)/\(name)") || options.isThere(options.path(endpoint.id, name))
    }
  }

  /// The recording of a draft; how an older one is replayed stays, as far as the new answer has what it needs.
  private func recording(of draft: Draft, named name: String, _ endpoint: Endpoint, like old: Recording?) -> Recording {
    let body = draft.exchange.response?.body.bytes.flatMap { try? JSON.parse($0) }
    let bindings = (old?.bindings ?? []).filter { binding in
      if let header = binding.header { return draft.exchange.response?.headers.contains(header) ?? false }
      return body?.at(binding.target) != nil
    }
    let note = Recording.note(replacing: draft.replaced)
    return Recording(
      endpoint: endpoint.id, name: name,
      provenance: Provenance(kind: .recorded, on: options.on, from: options.from, note: note),
      caller: draft.caller, exchange: draft.exchange, requestBody: nil, responseBody: body, bindings: bindings,
      step: old?.step, match: old?.match ?? Condition(),
      location: SourceLocation(file: options.path(endpoint.id, name), line: 1, column: 1), delay: old?.delay)
  }
}

extension RecordingDrafting {
  /// Answers that a request's values bring about exclude one another; a 401 or a 500 stands beside them.
  private static func slot(_ status: Int) -> Int { Recording.isByData(status) ? 0 : status }

  private static func isSameAnswer(_ one: Recording, _ other: Recording) -> Bool {
    guard one.response.status == other.response.status else { return false }
    let bodies = (one.response.body.bytes ?? [], other.response.body.bytes ?? [])
    if bodies.0 == bodies.1 { return true }
    guard let json = try? JSON.parse(bodies.0), let second = try? JSON.parse(bodies.1) else { return false }
    return json == second
  }

  /// Why an exchange with an endpoint is none that a mock can replay; `nil` where it can.
  private func unfitness(of exchange: Exchange) -> String? {
    guard let response = exchange.response else { return "no answer came" }
    for (headers, whose) in [(exchange.request.headers, "request"), (response.headers, "answer")] {
      let coding = headers["content-encoding"]?.lowercased() ?? "identity"
      if coding != "identity", !coding.isEmpty {
        return
          "its \(whose)'s body is packed (\(coding)), although it was asked for as it is; a recording shows what it holds"
      }
    }
    switch response.status {
    case ..<200: return "\(response.status) is no last answer"
    case 206: return "it is only a part of an answer (206)"
    case 304: return "a 304 says that the client has the answer already"
    default: return nil
    }
  }

  /// Why a request that no endpoint has makes no recording, with the endpoints that are near.
  private func strangeness(of request: Request) -> String {
    if request.method == .head || request.method == .options { return "the mock answers a \(request.method) by itself" }
    guard request.pathBytes.count <= 300 else { return "no endpoint has such a path" }
    let near = NearestEndpoints.find(request, in: contract)
    if near.isEmpty { return "no endpoint has it, and none is near" }
    return "no endpoint has it"
      + near.map { "\n    nearest: \($0.endpoint.id) (\($0.endpoint.request)): \($0.reason)" }.joined()
  }

  private mutating func skip(_ exchange: Exchange, _ reason: String) {
    let path = shown.path(of: exchange.request)
    let skip = RecordingPlan.Skip(
      request: "\(exchange.request.method) \(path.prefix(200))", reason: shown.text(reason))
    if let place = skipPlaces[skip] {
      skips[place].times += 1
    } else {
      skipPlaces[skip] = skips.count
      skips.append(skip)
    }
  }
}

/// An exchange with a real server that may become a recording.
package struct Capture: Sendable {
  /// As it was sent and answered.
  package let exchange: Exchange
  /// Why it says nothing of the service: nobody answered, or a gateway did. `nil` where the server did.
  package let outage: String?
  /// The rules that its answer breaks.
  package let broken: [String]

  package init(_ exchange: Exchange, outage: String? = nil, broken: [String] = []) {
    self.exchange = exchange
    self.outage = outage
    self.broken = broken
  }
}
