import PlumblineJSONTree

/// A reader for an endpoint's `batch`, which accepts several requests at once. It reports settings that have no effect.
struct BatchReader {
  let endpoint: JSON
  let conditions: ConditionReader
  let context: ReadingContext

  private var outline: SchemaOutline { context.schemas.outline }
  private var file: String { conditions.file }

  /// Reads a `batch`, or returns `nil` if there is none or it lacks a required part.
  func read() -> Batch? {
    guard let batch = endpoint["batch"], batch.kind == .object else { return nil }
    checkNeighbours()
    let requests = bodyPlace(batch["requests"])
    let defaults = bodyPlace(batch["defaults"])
    let places = { (part: String, name: String) in batch[part]?[name]?.string.flatMap { JSONPointer($0) } }
    let answers = batch["answers"]?.string.flatMap { JSONPointer($0) } ?? JSONPointer()
    if batch["request"]?["id"] != nil, batch["answer"]?["id"] == nil {
      tell(
        batch["request"]?.place(of: "id") ?? batch.location,
        "The location of the request's id in a response is unknown: give \"answer\" an \"id\" as well, or remove this.")
    }
    if batch["answer"]?["id"] != nil, batch["request"]?["id"] == nil {
      tell(
        batch["answer"]?.place(of: "id") ?? batch.location,
        "The location of a request's id is unknown: give \"request\" an \"id\" as well, or remove this.")
    }
    if requests != nil { checkRequests(batch) }
    let shapes = shapes(batch, answers)
    guard let requests, let path = places("request", "path"), let status = places("answer", "status") else {
      return nil
    }
    return Batch(
      requests: requests, defaults: defaults,
      request: Batch.RequestPlaces(
        method: places("request", "method"), path: path, headers: places("request", "headers"),
        body: places("request", "body"), id: places("request", "id")),
      answers: answers,
      answer: Batch.ResponsePlaces(
        status: status, path: places("answer", "path"), headers: places("answer", "headers"),
        body: places("answer", "body"), id: places("answer", "id")),
      most: most(at: requests), shapes: shapes, hasExample: hasExample, location: endpoint.place(of: "batch"))
  }

  private func tell(_ location: SourceLocation, _ message: String) { context.log.servableError(location, message) }

  /// Reports sibling members that contradict the batch.
  private func checkNeighbours() {
    if endpoint["state"] != nil {
      tell(
        endpoint.place(of: "state"),
        "A batch does only what its requests do: remove the \"state\".")
    }
    if endpoint["safe"]?.bool == true {
      tell(
        endpoint.place(of: "safe"), "A batch changes whatever its requests change, so it is never safe: remove this."
      )
    }
  }

  /// Returns the location in the body that an address refers to, or `nil` if it refers to something else.
  private func bodyPlace(_ value: JSON?) -> JSONPointer? {
    guard let value, let address = conditions.address(value) else { return nil }
    if case .body(let place) = address { return place }
    context.log.error(value.location, "A batch is part of the request body: use an address such as body#/requests.")
    return nil
  }

  // MARK: - Requests

  /// The schema of the endpoint's JSON body.
  private var body: JSON? {
    endpoint["body"]
      ?? endpoint["content"]?.members.first { MediaType.isJSON(MediaType.essence(of: $0.key)) }?
      .value["schema"]
  }

  private var hasExample: Bool {
    guard let body else { return false }
    return ["const", "default", "examples"].contains { outline.value(of: $0, in: body, file) != nil }
  }

  private func most(at place: JSONPointer) -> Int {
    let list = body.flatMap { outline.schema(at: place, of: $0, in: file) }
    let told = list.flatMap { outline.value(of: "maxItems", in: $0.schema, $0.file)?.int }
    return min(told ?? Batch.usual, Batch.most)
  }

  private func checkRequests(_ batch: JSON) {
    guard let body, let requests = batch["requests"] else { return }
    for (key, kind) in [("requests", "array"), ("defaults", "object")] {
      guard let value = batch[key], let place = value.string.flatMap({ Address($0) }).flatMap(Self.pointer) else {
        continue
      }
      if let misstep = outline.misstep(of: place, in: body, file) {
        tell(value.location, "The body has no \"\(misstep.token)\"\(suggestion(misstep))")
      } else if let found = outline.schema(at: place, of: body, in: file), !allows(kind, found) {
        tell(value.location, "The value at \(place) in the body must be an \(kind), but its schema says otherwise.")
      }
    }
    guard let items = requestItems(batch) else { return }
    for (name, pointer) in batch["request"]?.members.map({ $0 }) ?? [] {
      check(pointer, name, in: items, of: "A request in \(requests.string ?? "the body")")
    }
  }

  /// Returns the schema of a request inside the batch, or `nil` if there is none.
  private func requestItems(_ batch: JSON) -> (schema: JSON, file: String)? {
    guard let body, let place = batch["requests"]?.string.flatMap({ Address($0) }).flatMap(Self.pointer),
      let list = outline.schema(at: place, of: body, in: file)
    else { return nil }
    return outline.items(of: list.schema, in: list.file)
  }

  private static func pointer(_ address: Address) -> JSONPointer? {
    if case .body(let pointer) = address { pointer } else { nil }
  }

  private func allows(_ kind: String, _ found: (schema: JSON, file: String)) -> Bool {
    guard let types = outline.value(of: "type", in: found.schema, found.file) else { return true }
    return types.string == kind || types.elements.contains { $0.string == kind }
  }

  private func check(_ value: JSON, _ name: String, in items: (schema: JSON, file: String), of what: String) {
    guard let pointer = value.string.flatMap({ JSONPointer($0) }),
      let misstep = outline.misstep(of: pointer, in: items.schema, items.file)
    else { return }
    tell(value.location, "\(what) has no \"\(misstep.token)\", where its \(name) should be\(suggestion(misstep))")
  }

  private func suggestion(_ misstep: (token: String, names: [String], isClosed: Bool)) -> String {
    Spelling.suggestion(for: misstep.token, among: misstep.names)
  }

  // MARK: - Responses

  /// One of the endpoint's responses, and the reason that the batch's responses don't fit into it, if any.
  private struct Outcome {
    let shape: Batch.Shape
    var problem: (location: SourceLocation, message: String)?
  }

  /// Returns the shapes of the endpoint's responses, in order. The batch's responses must fit into at least one of
  /// them.
  private func shapes(_ batch: JSON, _ place: JSONPointer) -> [Batch.Shape] {
    let outcomes = (endpoint["success"]?.members.map { $0 } ?? []).flatMap { status, value in
      (value.kind == .array ? value.elements.map { $0 } : [value]).filter { $0.kind == .object }.map { answer in
        (isMeant: status.hasPrefix("2"), outcome: outcome(answer, batch, place))
      }
    }
    let meant = outcomes.filter(\.isMeant).map(\.outcome)
    if !meant.contains(where: \.shape.hasRoom) {
      for problem in meant.compactMap(\.problem) { tell(problem.location, problem.message) }
    }
    return outcomes.map(\.outcome.shape)
  }

  private func outcome(_ answer: JSON, _ batch: JSON, _ place: JSONPointer) -> Outcome {
    func without(_ location: SourceLocation, _ message: String) -> Outcome {
      Outcome(
        shape: Batch.Shape(frame: ResponseFrame(), answer: nil, hasRoom: false), problem: (location, message))
    }
    let shown = ResponseOutline(answer: answer)
    guard let payload = shown.schema, payload.kind == .object || payload.bool == true else {
      return without(
        answer.location,
        "This response has no room for the batch's responses: describe them in its \"body\", as a list at \(Self.name(place))."
      )
    }
    if let misstep = outline.misstep(of: place, in: payload, file) {
      return without(
        batch["answers"]?.location ?? payload.location,
        "This response has no \"\(misstep.token)\", where \"answers\" puts the batch's responses\(suggestion(misstep))")
    }
    let list = outline.schema(at: place, of: payload, in: file)
    if let list, !allows("array", list) {
      return without(
        batch["answers"]?.location ?? payload.location,
        "A batch's responses are a list, but there is none at \(Self.name(place)); set \"answers\" to the pointer of that list."
      )
    }
    let items = list.flatMap { outline.items(of: $0.schema, in: $0.file) }
    if let items {
      for (name, pointer) in batch["answer"]?.members.map({ $0 }) ?? [] {
        check(pointer, name, in: items, of: "A response at \(Self.name(place))")
      }
      BatchResponseLint(batch: batch, context: context).check(
        items, requests: requestItems(batch), at: Self.name(place))
    }
    let frame = FrameReader(schemas: context.schemas).frame(of: payload, in: file, around: place)
    return Outcome(
      shape: Batch.Shape(
        frame: place.tokens.isEmpty ? ResponseFrame() : frame,
        answer: items.flatMap { context.schemas.compileAgain($0.schema, in: $0.file, view: .response) }, hasRoom: true))
  }

  private static func name(_ place: JSONPointer) -> String { place.tokens.isEmpty ? "its top" : "\(place)" }
}
