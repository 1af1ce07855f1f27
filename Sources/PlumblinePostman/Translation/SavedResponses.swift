import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings

/// A converter from a collection's saved responses to recordings without secrets.
struct SavedResponses {
  let translator: PostmanTranslator
  let variables: Variables
  let leftOut: CollectionSecrets
  let log: NoteLog
  /// The current date, as `YYYY-MM-DD`.
  let today: String

  /// Returns the recordings, sorted by endpoint and name. Notes the responses that don't become recordings, with the
  /// reasons.
  func recordings(
    of samples: [Sample], _ credentials: CollectionCredentials, _ contract: Contract
  ) -> [Recording] {
    let saved = samples.filter { $0.response != nil }
    if saved.isEmpty { return [] }
    var callers = CallerRegistry(contract)
    var standing: [String: [Recording]] = [:]
    let path = translator.path
    for sample in saved {
      guard let exchange = exchange(sample, credentials, contract) else { continue }
      let options = RecordingPlan.Options(from: path, on: today, path: { endpoint, name in "\(endpoint)/\(name).json" })
      guard case .found(let endpoint) = contract.router.route(exchange.request) else {
        log.note(
          sample.source,
          "The saved response \"\(sample.name)\" isn't recorded: no endpoint matches its request.")
        continue
      }
      let others = standing[endpoint.id] ?? []
      let plan = RecordingPlan([Capture(exchange)], of: contract, beside: others, options: options, callers: &callers)
      for skip in plan.skips {
        log.note(sample.source, "The saved response \"\(sample.name)\" isn't recorded: \(skip.reason).")
      }
      for file in plan.files where !file.replaced.isEmpty {
        let places = file.replaced.prefix(3).joined(separator: ", ")
        let more = file.replaced.count > 3 ? " and \(file.replaced.count - 3) more" : ""
        log.note(
          sample.source,
          "Secrets and personal data in the saved response \"\(sample.name)\" were replaced by made-up values: "
            + "\(places)\(more)."
        )
      }
      standing[endpoint.id] = others + plan.files.map { imported($0.recording, sample) }
    }
    return standing.values.joined().sorted { ($0.endpoint, $0.name) < ($1.endpoint, $1.name) }
  }

  private func imported(_ recording: Recording, _ sample: Sample) -> Recording {
    Recording(
      endpoint: recording.endpoint, name: recording.name,
      provenance: Provenance(
        kind: .imported, on: today, from: translator.path, note: recording.provenance.note),
      caller: recording.caller, exchange: recording.exchange, requestBody: recording.requestBody,
      responseBody: recording.responseBody, bindings: [], step: nil, match: recording.match,
      location: sample.source.location)
  }

  private func exchange(_ sample: Sample, _ credentials: CollectionCredentials, _ contract: Contract) -> Exchange? {
    guard let response = sample.response, let status = response.savedStatus, (200...599).contains(status)
    else { return nil }
    guard var request = request(sample, credentials) else {
      log.note(
        sample.source,
        "The saved response \"\(sample.name)\" isn't recorded: its path can't contain the values of its variables.")
      return nil
    }
    if let credential = sample.credential, let persona = contract.persona(DeclaredCredential.caller),
      case .found(let endpoint) = contract.router.route(request),
      credentials.all.contains(where: { $0.name == credential })
    {
      request = contract.adding(credentialsOf: persona, to: request, for: endpoint)
    }
    var headers = HeaderFields()
    let body = SavedResponseBody(response, variables)
    for field in SavedHeaders(response, variables).all where !field.isDisabled {
      let name = field.name.lowercased()
      let isOfWay = KnownFields.isAny([.connection, .proxy, .delivery], name)
      if isOfWay || ["content-encoding", "content-type", "set-cookie"].contains(name) { continue }
      _ = headers.append(checked: name, value: leftOut.text(field.value))
    }
    if let body { headers["Content-Type"] = body.mediaType }
    return Exchange(
      request: request, response: Response(status: status, headers: headers, body: Body(body.map(text) ?? "")))
  }

  private func text(_ body: SavedResponseBody) -> String {
    guard let json = body.json else { return leftOut.text(body.text) }
    return String(decoding: cleaned(json).serialized(), as: UTF8.self)
  }

  /// Returns a value without the collection's secrets.
  private func cleaned(_ json: JSON, depth: Int = 0) -> JSON {
    guard depth < 200 else { return JSON.null }
    switch json.kind {
    case .string: return JSON(leftOut.text(json.string ?? ""))
    case .array: return JSON.array(json.elements.map { cleaned($0, depth: depth + 1) })
    case .object: return JSON.object(json.members.map { ($0.key, cleaned($0.value, depth: depth + 1)) })
    default: return json
    }
  }

  private func request(_ sample: Sample, _ credentials: CollectionCredentials) -> Request? {
    var values: [String: String] = [:]
    for (name, value) in zip(sample.url.names, sample.url.values) { values[name] = value.map(leftOut.text) ?? name }
    guard var target = sample.template.expand(values) else { return nil }
    let hidden = credentials.all.compactMap { $0.field?.lowercased() }
    let items = sample.url.query.filter { !$0.isDisabled && !hidden.contains($0.name.lowercased()) }
    if !items.isEmpty {
      let texts = items.map { item in
        "\(PercentEncoding.encode(shown(item.name)))=\(PercentEncoding.encode(shown(item.value)))"
      }
      target += "?" + texts.joined(separator: "&")
    }
    var headers = HeaderFields()
    for field in sample.headers.all
    where !field.isDisabled && !SavedHeaders.isOfTransport(field.name) && !hidden.contains(field.name.lowercased()) {
      _ = headers.append(checked: field.name.lowercased(), value: shown(field.value))
    }
    var body = Body.empty
    if let saved = sample.body, let (bytes, type) = self.body(saved) {
      body = Body(bytes)
      headers["Content-Type"] = type
    }
    return Request(method: sample.method, target: target, headers: headers, body: body)
  }

  private func shown(_ text: String) -> String { leftOut.text(variables.concrete(text)) }

  private func body(_ body: SavedBody) -> (bytes: [UInt8], contentType: String)? {
    switch body.content {
    case .json(let value): return (Array(variables.concrete(cleaned(value).text).utf8), body.mediaType)
    case .text(let text): return (Array(shown(text).utf8), body.mediaType)
    case .other: return nil
    case .form(let fields, let files):
      let fields = fields.filter { !$0.isDisabled }
      guard body.mediaType == "multipart/form-data" else {
        let items = fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode(shown($0.value)))" }
        return (Array(items.joined(separator: "&").utf8), body.mediaType)
      }
      let parts = fields.map { field in
        let isFile = files.contains(field.name)
        return MultipartWriter.Part(
          name: field.name, filename: isFile ? "file" : nil, body: Array((isFile ? "file" : shown(field.value)).utf8))
      }
      let (bytes, boundary) = MultipartWriter.bytes(of: parts)
      return (bytes, "multipart/form-data; boundary=\(boundary)")
    }
  }
}
