import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A reader for the errors of all files. Their names must be unique.
struct FailureReader {
  let context: ReadingContext

  func read(_ files: [ContractFiles.Parsed]) -> [Failure] {
    var failures: [Failure] = []
    var known: [String: SourceLocation] = [:]
    for file in files {
      guard let members = file.root["errors"] else { continue }
      for (name, value) in members.members where value.kind == .object {
        let place = members.place(of: name)
        if let earlier = known[name] {
          if earlier.file != place.file {
            context.log.error(place, "The error \"\(name)\" is already defined in \(earlier); keep one of them.")
          }
          continue
        }
        guard let statuses = statuses(value) else { continue }
        let failure = failure(name, value, statuses, in: file.name, at: place)
        known[name] = failure.location
        failures.append(failure)
      }
    }
    return failures
  }

  /// Reads statuses such as `404`, `"4XX"` or `"default"`.
  private func statuses(_ failure: JSON) -> StatusRange? {
    guard let value = failure["status"],
      let range = value.string.flatMap(StatusRange.init) ?? value.int.flatMap({ StatusRange("\($0)") })
    else { return nil }
    switch range {
    case .exactly(400...599), .hundred(4...5), .failures: return range
    case .exactly, .hundred:
      context.log.error(
        value.location,
        "\(range) isn't an error status; expected 400 to 599, \"4XX\", \"5XX\" or \"default\". "
          + "Put successes into \"success\".")
      return nil
    }
  }

  private func failure(
    _ name: String, _ value: JSON, _ statuses: StatusRange, in file: String, at place: SourceLocation
  ) -> Failure {
    let bodies = BodyReader(file: file, view: .response, context: context)
    let content = content(value, bodies)
    let codes = value["codes"]?.elements.compactMap(ErrorCode.init) ?? []
    let codePlace = value["code"].flatMap { context.place($0) }
    if let code = value["code"], value["codes"] == nil {
      context.log.error(code.location, "\"code\" is the location of the codes, but this error has no \"codes\".")
    }
    if let codePlace {
      let bodies = [("\"body\"", value["body"])].compactMap { name, body in body.map { (name, $0) } }
      for (name, body) in bodies + contents(value) { check(codes, at: codePlace, of: body, name, value, file) }
    }
    if case .envelope = content {
    } else if codePlace == nil, let codes = value["codes"] {
      context.log.error(
        codes.location,
        "This error has its own body, so Plumbline can't tell where its codes are. Give the location in \"code\", for example \"/error\"."
      )
    }
    return Failure(
      name: name, statuses: statuses, codes: codes, content: content, codePlace: codePlace,
      headers: bodies.headers(value["headers"]), examples: examples(value, of: content), occasions: occasions(value),
      credential: credential(value), standing: context.standing(of: value), summary: value["description"]?.string,
      location: place)
  }

  /// Reads example bodies by name. A body that doesn't fit the error's schema is kept, because the author wrote it.
  private func examples(_ value: JSON, of content: Failure.Content) -> [(name: String, body: JSON)] {
    guard let examples = value["examples"] else { return [] }
    let schemas: [Schema]
    switch content {
    case .envelope: schemas = []
    case .body(let schema): schemas = [schema]
    case .media(let contents):
      schemas = contents.compactMap { MediaType.isJSON($0.mediaType) ? $0.schema : nil }
    case .empty:
      context.log.error(examples.location, "This error has no body, so it can't have \"examples\" of one.")
      return []
    }
    return examples.members.map { name, body in
      if schemas.isEmpty || schemas.contains(where: { $0.isValid(body) }) { return (name, body) }
      if let text = body.string, let inner = try? JSON.parse(text), schemas.contains(where: { $0.isValid(inner) }) {
        // In many documents, an example is JSON inside a string.
        return (name, inner)
      }
      let reason = schemas[0].violations(of: body, limit: 1).first.map { ": \($0.phrase)" } ?? ""
      context.log.warning(body.location, "The example \"\(name)\" doesn't match the body of this error\(reason).")
      return (name, body)
    }
  }

  /// Reads a word or a list of words. An empty list means that a mock never returns the error unless it is requested.
  private func occasions(_ value: JSON) -> [Occasion]? {
    guard let said = value["for"] else { return nil }
    return (said.kind == .array ? said.elements.compactMap(\.string) : [said.string].compactMap { $0 })
      .compactMap(Occasion.init(rawValue:))
  }

  private func content(_ value: JSON, _ bodies: BodyReader) -> Failure.Content {
    if value["body"] != nil, let content = value["content"] {
      context.log.error(
        value.place(of: "content"), key: "content",
        "An error can't have both \"body\" and \"content\"; put application/json into \"content\".")
      context.log.judge(content.location)
    }
    if let body = value["body"] {
      if body.bool == false { return .empty }
      return bodies.schema(body).map { .body($0) } ?? .envelope
    }
    return value["content"].map { .media(bodies.media($0)) } ?? .envelope
  }

  /// Returns the schemas of the JSON bodies, with their media types.
  private func contents(_ value: JSON) -> [(String, JSON)] {
    value["content"]?.members.compactMap { type, content in
      guard MediaType.isJSON(MediaType.essence(of: type)) else { return nil }
      return content["schema"].map { (type, $0) }
    } ?? []
  }

  private func credential(_ value: JSON) -> String? {
    guard let credential = value["credential"] else { return nil }
    // Even an unknown name means that the error doesn't apply to every credential.
    guard let name = context.credentialName(credential) else { return credential.string }
    if let said = occasions(value), !said.contains(.unauthenticated) {
      context.log.error(
        value.place(of: "credential"), key: "credential",
        "\"credential\" says which credential is missing, but this error applies to "
          + "\(said.isEmpty ? "nothing" : Spelling.list(said.map { "\"\($0.rawValue)\"" })); use it only with "
          + "\"for\": \"unauthenticated\".")
    }
    return name
  }

  /// Checks that the body's schema allows the codes at their location. If the schema doesn't constrain the location,
  /// any code is allowed.
  ///
  /// - Parameter name: The name of the body, for use in a sentence.
  private func check(
    _ codes: [ErrorCode], at place: JSONPointer, of body: JSON, _ name: String, _ value: JSON, _ file: String
  ) {
    let outline = context.schemas.outline
    guard let code = value["code"] else { return }
    if let (token, names, _) = outline.misstep(of: place, in: body, file) {
      context.log.error(
        code.location,
        "This error's \(name) describes no \"\(token)\"\(Spelling.suggestion(for: token, among: names))")
      return
    }
    guard let (schema, home) = outline.schema(at: place, of: body, in: file),
      let compiled = context.schemas.compileAgain(schema, in: home)
    else { return }
    for wrong in codes where !compiled.isValid(wrong.json) {
      context.log.error(
        value["codes"]?.location ?? code.location,
        "The code \(wrong) doesn't match the schema that \(name) has for \"\(Envelope.name(of: place))\"; correct one of the two."
      )
    }
  }
}
