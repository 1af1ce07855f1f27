import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A plan in the making: decides of one exchange after the other.
struct RecordingDrafting {
  private let contract: Contract
  private let options: RecordingPlan.Options
  private let callers: CallerRegistry
  private let shown: Redactor
  private let redactor: Redactor
  private var answers: [String: EndpointAnswers] = [:]
  private var outlines: [OutlineKey: AnswerOutlines] = [:]
  private var names: Set<String> = []
  private var drafts: UndocumentedExchanges
  /// The steps that an exchange of this session was held to.
  private var renewed: Set<String> = []

  private(set) var files: [RecordingPlan.File] = []
  private(set) var skips: [RecordingPlan.Skip] = []
  private(set) var likes: [RecordingPlan.Like] = []
  private(set) var leftOut: Set<String> = []
  private var skipPlaces: [RecordingPlan.Skip: Int] = [:]

  private struct OutlineKey: Hashable {
    let endpoint: String
    let shape: AnswerShape.Kind
  }

  /// - Parameter undocumented: the requests of the session that no endpoint has, with their answers.
  init(
    contract: Contract, existing: [Recording], options: RecordingPlan.Options, callers: CallerRegistry,
    undocumented: [Exchange]
  ) {
    self.contract = contract
    self.options = options
    self.callers = callers
    shown = callers.shown
    redactor = callers.redactor
    let before = options.drafts.map { Exchange(request: $0.request, response: $0.response) }
    drafts = UndocumentedExchanges(undocumented + before, templates: options.templates)
    for recording in existing {
      names.insert(recording.id)
      guard let endpoint = contract.endpoint(recording.endpoint) else { continue }
      let likeness = RequestLikeness(recording, at: endpoint, in: contract)
      answers[endpoint.id, default: EndpointAnswers()].add(
        .init(recording: recording, likeness: likeness, shape: shape(of: recording, endpoint), file: nil))
    }
    for draft in options.drafts { drafts.add(entry(of: draft, file: nil)) }
  }

  mutating func add(_ capture: Capture, _ endpoint: Endpoint?) {
    let exchange = capture.exchange
    if let outage = capture.outage {
      return skip(exchange, "an outage is no answer of the service: \(outage.asClause)")
    }
    if endpoint == nil, exchange.request.method == .head || exchange.request.method == .options {
      return skip(exchange, "the mock answers a \(exchange.request.method) by itself")
    }
    if let reason = unfitness(of: exchange) { return skip(exchange, reason) }
    if options.isOnlyClean, !capture.broken.isEmpty {
      return skip(
        exchange,
        "it isn't as the contract says (\(capture.broken.joined(separator: ", "))); --only-clean leaves it out")
    }
    if endpoint == nil, let status = exchange.response?.status, !drafts.exists(exchange.request, status: status) {
      return skip(exchange, strangeness(of: exchange.request))
    }
    var redaction = ExchangeRedaction(callers, redactor, at: endpoint, locally: options.locally)
    guard let redacted = redaction.redact(exchange) else { return skip(exchange, "a body didn't come whole") }
    leftOut.formUnion(redaction.leftOut)
    let draft = DraftedExchange(
      exchange: redacted, caller: callers.caller(of: exchange, at: endpoint), replaced: redaction.replaced)
    if let endpoint { place(draft, exchange, endpoint) } else { place(draft, undocumented: exchange) }
  }

  /// More requests of one endpoint are told by what they show alone: nobody reads so many files.
  private static let mostRequests = 1000
  /// A sequence has no more steps.
  private static let mostSteps = 100

  /// Decides what becomes of an exchange with an endpoint: what nobody asked before and what shows something new is a
  /// recording, and what isn't is one only where that is wanted.
  private mutating func place(_ draft: DraftedExchange, _ exchange: Exchange, _ endpoint: Endpoint) {
    let unnamed = draft.recording(named: "", in: endpoint.id, options)
    let likeness = RequestLikeness(unnamed, at: endpoint, in: contract)
    let shape = shape(of: unnamed, endpoint)
    let known = answers[endpoint.id] ?? EndpointAnswers()
    let isOnePerAnswer = options.isOnePerAnswer || known.entries.count >= Self.mostRequests
    let rivals =
      isOnePerAnswer || options.keepsOthers
      ? known.recorded(likeness, status: shape.kind.status)
      : known.recorded(likeness, status: shape.kind.status, telling: Self.telling(endpoint))
    if options.refreshes || options.replaces, rivals.contains(where: { $0.file == nil && $0.recording.step != nil }),
      let next = rivals.first(where: { $0.file == nil && !renewed.contains($0.recording.id) })
    {
      // One session goes through a sequence as the one before did.
      renewed.insert(next.recording.id)
      if next.isSameAnswer(as: unnamed) { return like(next.recording, isSame: true) }
      let words = known.shown.words(of: known.shown.news(in: shape), in: shape)
      return write(draft, exchange, endpoint, named: next.recording.name, likeness, words, replacing: next)
    }
    // Whether a server is down, or lets somebody in, isn't told by how often it is asked.
    let isStep =
      !isOnePerAnswer && !options.keepsOthers && options.makesSequences && endpoint.states.isEmpty
      && Recording.isByData(shape.kind.status) && rivals.allSatisfy { $0.file != nil }
    if isStep, let last = rivals.last, let file = last.file {
      if last.isSameAnswer(as: unnamed) { return files[file].times += 1 }
      if rivals.count < Self.mostSteps { return write(draft, exchange, endpoint, likeness, after: rivals) }
    }
    if let same = rivals.first(where: { $0.isSameAnswer(as: unnamed) }) {
      if let file = same.file { return files[file].times += 1 }
      return like(same.recording, isSame: true)
    }
    let news = known.shown.news(in: shape)
    let words = known.shown.words(of: news, in: shape)
    let older = rivals.filter { $0.file == nil && $0.status == shape.kind.status }
    if let old = older.first(where: { $0.shape == shape }) ?? older.first,
      !options.keepsOthers, options.replaces || (options.refreshes && news.isEmpty)
    {
      return write(draft, exchange, endpoint, named: old.recording.name, likeness, words, replacing: old)
    }
    if !news.isEmpty || options.keepsOthers || rivals.isEmpty && (options.refreshes || !isOnePerAnswer) {
      let name = name(of: unnamed.response, endpoint, likeness, news, words, beside: rivals)
      return write(draft, exchange, endpoint, named: name, likeness, words, replacing: nil)
    }
    if let other = rivals.first ?? known.nearest(to: shape) { like(other.recording, isSame: false) }
  }

  /// The header fields by which an endpoint tells requests apart.
  private static func telling(_ endpoint: Endpoint) -> Set<String> {
    Set(endpoint.headers.map { $0.name.lowercased() }).union(["accept"])
  }

  /// Writes another answer to a request as the next step of its sequence, which begins with the first.
  private mutating func write(
    _ draft: DraftedExchange, _ exchange: Exchange, _ endpoint: Endpoint, _ likeness: RequestLikeness,
    after steps: [EndpointAnswers.Entry]
  ) {
    guard let first = steps.first, let file = first.file else { return }
    let sequence = first.recording.step?.sequence ?? first.recording.name
    if first.recording.step == nil {
      files[file].step(Recording.Step(sequence: sequence, number: 1), schema: options.schema)
      let entry = EndpointAnswers.Entry(
        recording: files[file].recording, likeness: first.likeness, shape: first.shape, file: file)
      answers[endpoint.id]?.replace(first.recording.id, with: entry)
    }
    let name = RecordingNames.free("\(sequence)-step-\(steps.count + 1)", []) { name in
      names.contains("\(endpoint.id)/\(name)") || options.isThere(options.path(endpoint.id, name))
    }
    write(
      draft, exchange, endpoint, named: name, likeness, [], replacing: nil,
      as: Recording.Step(sequence: sequence, number: steps.count + 1))
  }

  private mutating func like(_ recording: Recording, isSame: Bool) {
    let like = RecordingPlan.Like(recording: recording.id, isSame: isSame, times: 0)
    let place =
      likes.firstIndex { $0.recording == like.recording && $0.isSame == isSame }
      ?? {
        likes.append(like)
        return likes.count - 1
      }()
    likes[place].times += 1
  }

  private mutating func write(
    _ draft: DraftedExchange, _ exchange: Exchange, _ endpoint: Endpoint, named name: String,
    _ likeness: RequestLikeness, _ words: [TraitWords], replacing old: EndpointAnswers.Entry?,
    as step: Recording.Step? = nil
  ) {
    let drafted: DraftedFile
    do throws(DraftedFile.Refusal) {
      let recording = draft.recording(named: name, in: endpoint.id, options, like: old?.recording)
      drafted = try DraftedFile(
        step.map(recording.stepping) ?? recording, options, secrets: callers.secrets, contract: contract)
    } catch {
      return skip(exchange, error.reason)
    }
    let recording = drafted.recording
    let shape = shape(of: recording, endpoint)
    let entry = EndpointAnswers.Entry(recording: recording, likeness: likeness, shape: shape, file: files.count)
    var file = RecordingPlan.File(drafted, replaced: draft.replaced, news: words.map(shown))
    if let old {
      file.replacedKind = old.recording.provenance.kind
      file.gone = answers[endpoint.id]?.losses(of: old, to: shape).map(shown) ?? []
      answers[endpoint.id]?.replace(old.recording.id, with: entry)
    } else {
      answers[endpoint.id, default: EndpointAnswers()].add(entry)
    }
    names.insert(recording.id)
    files.append(file)
  }

  private func shown(_ words: TraitWords) -> String { shown.text(words.sentence) }

  /// Names tell what is new. One that stands beside another of the same request comes after it by name, so that the mock
  /// answers the request as before.
  private func name(
    of response: Response, _ endpoint: Endpoint, _ likeness: RequestLikeness, _ news: [AnswerShape.Trait],
    _ words: [TraitWords], beside rivals: [EndpointAnswers.Entry]
  ) -> String {
    let kind = RecordingNames.kind(of: response, at: endpoint, in: contract)
    let isTaken = { (name: String) in
      names.contains("\(endpoint.id)/\(name)") || options.isThere(options.path(endpoint.id, name))
    }
    let first = rivals.map(\.recording.name).min()
    let suffix = RecordingNames.suffix(words)
    if suffix.isEmpty {
      guard let first, kind < first else {
        let likeness = answers[endpoint.id]?.entries.first { $0.recording.name == kind }.map {
          likeness.differences(from: $0.likeness)
        }
        return RecordingNames.free(kind, likeness ?? [], isTaken: isTaken)
      }
      return RecordingNames.free("\(first)-\(kind)", [], isTaken: isTaken)
    }
    let stem = "\(kind)-\(suffix)"
    return RecordingNames.free(first.map { stem < $0 ? "\($0)-\(suffix)" : stem } ?? stem, [], isTaken: isTaken)
  }

  private mutating func shape(of recording: Recording, _ endpoint: Endpoint?) -> AnswerShape {
    let response = recording.response
    let key = OutlineKey(
      endpoint: endpoint?.id ?? "",
      shape: .init(status: response.status, mediaType: response.headers.mediaType ?? ""))
    let outline = outlines[key] ?? AnswerOutlines(of: response, from: endpoint, in: contract)
    outlines[key] = outline
    let code =
      response.status < 400
      ? nil : contract.errorCode(of: recording.responseBody, at: response.status, from: endpoint)
    return AnswerShape(response, outline, errorCode: code)
  }
}

// MARK: - What no endpoint has

extension RecordingDrafting {
  /// Decides what becomes of an exchange that no endpoint has: of each method, path without its ids and kind of answer, what
  /// shows something new is a draft, and so is what asks for something new.
  private mutating func place(_ draft: DraftedExchange, undocumented exchange: Exchange) {
    let folder = RecordingPlan.undocumented
    let unnamed = draft.recording(named: "", in: folder, options)
    let shape = shape(of: unnamed, nil)
    let likeness = RequestLikeness(unnamed, at: nil, in: contract)
    let key = drafts.key(of: draft.exchange.request, status: shape.kind.status)
    let known = drafts.known(key)
    let words = known.shown.words(of: known.shown.news(in: shape), in: shape)
    let status = shape.kind.status
    let asked =
      options.isOnePerAnswer
      ? known.asked(likeness.query, at: status)
      : known.recorded(likeness, status: status, telling: []).first { $0.status == status }
    let isOnlyAsked =
      words.isEmpty && asked == nil
      && (options.isOnePerAnswer
        ? known.lacks(likeness.query, at: status)
        : Recording.isByData(status) && known.entries.count < Self.mostRequests)
    if words.isEmpty, !isOnlyAsked, let other = asked ?? known.nearest(to: shape) {
      if let file = other.file { return files[file].times += 1 }
      return like(other.recording, isSame: true)
    }
    let suffix = isOnlyAsked ? "" : RecordingNames.suffix(words)
    let isPlain = shape.kind.status < 300 && (known.entries.isEmpty || isOnlyAsked)
    let stem = isPlain ? key.name : "\(key.name)-\(suffix.isEmpty ? "\(shape.kind.status)" : suffix)"
    let first = isOnlyAsked ? known.entries.first { $0.status == shape.kind.status } : nil
    let name = RecordingNames.free(stem, first.map { likeness.differences(from: $0.likeness) } ?? []) { name in
      drafts.names.contains(name) || options.isThere(options.path(folder, name))
    }
    let news =
      isOnlyAsked
      ? [shown.text(Self.asked(draft.exchange.request, differing: likeness, from: first))] : words.map(shown)
    do throws(DraftedFile.Refusal) {
      let drafted = try DraftedFile(
        draft.recording(named: name, in: folder, options), options, secrets: callers.secrets, contract: nil)
      drafts.add(entry(of: drafted.recording, file: files.count))
      var file = RecordingPlan.File(drafted, replaced: draft.replaced, news: news)
      file.isDraft = true
      file.nearest = NearestEndpoints.find(exchange.request, in: contract).map(description)
      files.append(file)
    } catch {
      skip(exchange, error.reason)
    }
  }

  /// What a request asks for otherwise than another, in words: `the query page=2`.
  private static func asked(
    _ request: Request, differing likeness: RequestLikeness, from first: EndpointAnswers.Entry?
  ) -> String {
    if let other = first?.likeness, other.query == likeness.query {
      if other.path != likeness.path { return "the path \(request.path.prefix(80))" }
      return other.caller == likeness.caller ? "another body" : "another caller"
    }
    guard let query = request.query, !query.isEmpty else { return "no query" }
    return "the query \(query.prefix(80))"
  }

  /// A draft among those of its method and path.
  private mutating func entry(of draft: Recording, file: Int?) -> EndpointAnswers.Entry {
    EndpointAnswers.Entry(
      recording: draft, likeness: RequestLikeness(draft, at: nil, in: contract), shape: shape(of: draft, nil),
      file: file)
  }

  /// `nearest: tickets.get (GET /api/v2/tickets/{id}): …`.
  private func description(_ near: (endpoint: Endpoint, reason: String)) -> String {
    "nearest: \(near.endpoint.id) (\(near.endpoint.request)): \(shown.text(near.reason))"
  }
}

extension RecordingDrafting {
  /// Why an exchange with an endpoint is none that a mock can replay; `nil` where it can.
  private func unfitness(of exchange: Exchange) -> String? {
    guard let response = exchange.response else { return "no answer came" }
    if exchange.request.body.bytes == nil || response.body.bytes == nil {
      if options.kind == .imported { return "the capture lacks a body of it" }
      return "it is larger than \(options.largest); --limit recorded=SIZE says how large one may be that is recorded"
    }
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
    guard request.pathBytes.count <= 300 else { return "no endpoint has such a path" }
    let near = NearestEndpoints.find(request, in: contract)
    if near.isEmpty { return "no endpoint has it, nor has the server, and none is near" }
    return "no endpoint has it, nor has the server" + near.map { "\n    \(description($0))" }.joined()
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
