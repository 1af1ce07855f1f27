import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The creation of a plan, which decides about one exchange at a time.
struct RecordingDrafting {
  /// The maximum number of an endpoint's recordings. If it is exceeded, only new shapes are recorded, because nobody
  /// reads that many files.
  static let mostRequests = 1000
  /// The maximum number of steps in a sequence.
  static let mostSteps = 100

  let contract: Contract
  let options: RecordingPlan.Options
  let callers: CallerRegistry
  let shown: Redactor
  private let redactor: Redactor
  private let pages: PageTraffic
  /// The callers of the requests that match no endpoint.
  private var marks = CallerMarks()
  private var outlines: [OutlineKey: ResponseOutlines] = [:]
  /// The responses by endpoint ID.
  private var answers: [String: EndpointResponses] = [:]
  /// The ids of existing and planned recordings.
  var names: Set<String> = []
  var drafts: UndocumentedExchanges
  /// The number of exchanges in this session that correspond to each step, by the step's id.
  var renewed: [String: Int] = [:]

  var files: [RecordingPlan.File] = []
  private(set) var skips: [RecordingPlan.Skip] = []
  private(set) var likes: [RecordingPlan.Like] = []
  /// The number of exchanges that are omitted because there are enough of their kind, by kind.
  var surplus: [String: Int] = [:]
  private(set) var leftOut: Set<String> = []
  private var skipPlaces: [RecordingPlan.Skip: Int] = [:]
  private var likePlaces: [RecordingPlan.Like: Int] = [:]
  /// The numbers used in names, by folder name.
  var numbers: [String: RecordingNumbers] = [:]

  private struct OutlineKey: Hashable {
    let endpoint: String
    let shape: ResponseShape.Kind
  }

  /// - Parameter undocumented: The session's exchanges that match no endpoint.
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
    pages = PageTraffic(undocumented)
    for exchange in undocumented { marks.learn(exchange) }
    for recording in existing {
      names.insert(recording.id)
      guard let endpoint = contract.endpoint(recording.endpoint) else { continue }
      let likeness = RequestLikeness(recording, at: endpoint, in: contract)
      answers(of: endpoint).add(
        .init(recording: recording, likeness: likeness, shape: shape(of: recording, endpoint), file: nil))
    }
    for draft in options.drafts { drafts.add(entry(of: draft, file: nil)) }
  }

  /// Returns the recorded responses of an endpoint. More can be added to them.
  mutating func answers(of endpoint: Endpoint) -> EndpointResponses {
    if let known = answers[endpoint.id] { return known }
    let known = EndpointResponses(telling: Self.telling(endpoint))
    answers[endpoint.id] = known
    return known
  }

  mutating func add(_ capture: Capture, _ endpoint: Endpoint?) {
    let exchange = capture.exchange
    if let outage = capture.outage {
      return skip(exchange, "an outage isn't a response of the service: \(outage.asClause)")
    }
    if endpoint == nil, exchange.request.method == .head || exchange.request.method == .options {
      return skip(exchange, "the mock responds to \(exchange.request.method) on its own")
    }
    if let reason = capture.unfitness(options) { return skip(exchange, reason) }
    if endpoint == nil, let response = exchange.response, pages.hasPart(exchange.request, response) {
      let type = response.mediaType ?? "no media type"
      return skip(exchange, "it is a web page or one of its assets (\(type)), not a call of a documented endpoint")
    }
    if options.isOnlyClean, !capture.broken.isEmpty {
      return skip(
        exchange,
        "it doesn't match the contract (\(capture.broken.joined(separator: ", "))), and --only-clean is set")
    }
    if endpoint == nil, let status = exchange.response?.status, !drafts.exists(exchange.request, status: status) {
      return skip(exchange, strangeness(of: exchange.request))
    }
    var redaction = ExchangeRedaction(callers, redactor, at: endpoint, marks: marks, locally: options.locally)
    guard let redacted = redaction.redact(exchange) else { return skip(exchange, "a body is incomplete") }
    leftOut.formUnion(redaction.leftOut)
    let draft = DraftedExchange(
      exchange: redacted, caller: callers.caller(of: exchange, at: endpoint), replaced: redaction.replaced)
    if let endpoint { place(draft, exchange, endpoint) } else { place(draft, undocumented: exchange) }
  }

  mutating func like(_ recording: Recording, isSame: Bool) {
    let like = RecordingPlan.Like(recording: recording.id, isSame: isSame, times: 0)
    let place = likePlaces[like] ?? likes.count
    if place == likes.count {
      likePlaces[like] = place
      likes.append(like)
    }
    likes[place].times += 1
  }

  mutating func skip(_ exchange: Exchange, _ reason: String) {
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

  /// Turns the last response to a request into a step of a sequence. The step is repeated as often as the response
  /// occurred consecutively.
  ///
  /// - Returns: The resulting recording, or `nil` if it already was such a step.
  mutating func endedStep(of last: EndpointResponses.Entry) -> EndpointResponses.Entry? {
    guard let file = last.file else { return nil }
    let old = last.recording.step
    let step = Recording.Step(
      sequence: old?.sequence ?? last.recording.name, number: old?.number ?? 1,
      times: min(files[file].times, Recording.Step.mostTimes))
    guard step != old else { return nil }
    files[file].step(step, schema: options.schema)
    return EndpointResponses.Entry(
      recording: files[file].recording, likeness: last.likeness, shape: last.shape, file: file)
  }

  func shown(_ words: TraitWords) -> String { shown.text(words.sentence) }

  mutating func shape(of recording: Recording, _ endpoint: Endpoint?) -> ResponseShape {
    let response = recording.response
    let key = OutlineKey(
      endpoint: endpoint?.id ?? "",
      shape: .init(status: response.status, mediaType: response.headers.mediaType ?? ""))
    let outline = outlines[key] ?? ResponseOutlines(of: response, from: endpoint, in: contract)
    outlines[key] = outline
    let code =
      response.status < 400
      ? nil : contract.errorCode(of: recording.responseBody, at: response.status, from: endpoint)
    return ResponseShape(response, outline, errorCode: code)
  }
}
