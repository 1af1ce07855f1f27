import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// Several requests in one body.
extension AnswerSelector {
  /// Returns the response to a batch. Its requests are answered one after the other, so that each sees the effects of those
  /// before it.
  ///
  /// A body that holds anything but requests, too many of them, or another batch, is refused before anything is done. Requests
  /// of other callers may come between two of them.
  func batched(_ batch: Batch) -> Decision {
    let requests: [BatchedRequest]
    do throws(RequestFault) {
      requests = try self.requests(of: batch)
    } catch {
      return pipeline.refuse(recordings, reading, [error])
    }
    let index = index(of: batch)
    let shape = index.flatMap { batch.shapes.indices.contains($0) ? batch.shapes[$0] : nil }
    let inner = pipeline.withinBatch
    var answers: [JSON] = []
    var delay = Duration.zero
    // The responses are joined into one, which has to be made in memory.
    var room = pipeline.session.longestAnswer
    for request in requests {
      let isDone = room > 0
      let answer = isDone ? inner.decide(request.request).answer : full("so this request wasn't carried out")
      delay += answer.delivery.delay
      var shown = Self.shown(answer.response, to: request, batch.answer, shape?.answer)
      room -= shown.document.tape[shown.node].range.count
      if isDone, room < 0 {
        let left = full("so this one's isn't shown, and the requests after it aren't carried out")
        shown = Self.shown(left.response, to: request, batch.answer, shape?.answer)
      }
      answers.append(shown)
    }
    let recorded = shape.map { !$0.frame.members.isEmpty } ?? false ? recordedPayload(index) : nil
    let whole = filled(shape?.frame ?? AnswerFrame(), nil) { recorded?.at($0) }
    let payload =
      batch.answers.tokens.isEmpty ? .array(answers) : whole.placing(batch.answers, .array(answers)) ?? whole
    let response = response(index, payload: payload) ?? library.envelope.json(200, payload)
    return Decision(
      Answer(Labels.adding(Labels.batch, to: response), delivery: Delivery(delay: delay)), .batch(count: answers.count))
  }

  /// Returns the number of the response that a batch gets: one that has room for the responses, if there is one.
  private func index(of batch: Batch) -> Int? {
    let fitting = zip(endpoint.answers.indices, batch.shapes).filter { index, shape in
      shape.hasRoom && endpoint.answers[index].status < 300 && endpoint.answers[index].condition.holds(for: reading)
    }
    return fitting.first?.0 ?? answerIndex(isNew: false)
  }

  /// Returns the mock's own refusal: no contract documents one.
  private func full(_ consequence: String) -> Answer {
    let most = pipeline.session.longestAnswer
    return pipeline.built(
      507, message: "The answers of the batch have more than \(most) bytes (--limit answer=\(most)), \(consequence).")
  }

  private func requests(of batch: Batch) throws(RequestFault) -> [BatchedRequest] {
    func fault(_ message: String, at place: JSONPointer) -> RequestFault {
      RequestFault(
        .batchInvalid, at: JSONPointer(tokens: ["request", "body"]) + place, expected: "the requests of a batch",
        actual: "something else", message: message, location: batch.location)
    }
    guard let list = reading.body?.at(batch.requests), list.kind == .array else {
      throw fault("The requests of the batch are missing.", at: batch.requests)
    }
    guard list.count <= batch.most else {
      throw fault("A batch has \(batch.most) requests at most, and this has \(list.count).", at: batch.requests)
    }
    let defaults = batch.defaults.flatMap { reading.body?.at($0) }
    var requests: [BatchedRequest] = []
    for (index, value) in list.elements.enumerated() {
      let place = batch.requests.appending(index)
      let request: BatchedRequest
      do throws(BatchedRequest.Problem) {
        request = try BatchedRequest(value, defaults: defaults, in: batch, outer: reading.request, library.contract)
      } catch {
        throw fault(error.message, at: place + error.place)
      }
      if case .found(let endpoint) = library.contract.router.resolve(request.request), endpoint.batch != nil {
        throw fault("A batch takes no other batch.", at: place + batch.request.path)
      }
      requests.append(request)
    }
    return requests
  }
}

/// The form of a response within a batch's response.
extension AnswerSelector {
  private static let longestText = 16 << 20

  private static func shown(
    _ response: Response, to request: BatchedRequest, _ places: Batch.AnswerPlaces, _ schema: Schema?
  ) -> JSON {
    let bodies = bodies(of: response, to: request.request.method)
    let headers = headers(of: response)
    var first: JSON?
    for fields in headers {
      for body in bodies {
        var parts: [(JSONPointer?, JSON?)] = [(places.status, JSON(response.status)), (places.headers, fields)]
        parts += [(places.path, JSON(request.target)), (places.body, body), (places.id, request.id)]
        let answer = parts.reduce(JSON.emptyObject) { answer, part in
          guard let place = part.0, let value = part.1 else { return answer }
          return answer.placing(place, value) ?? answer
        }
        guard let schema else { return answer }
        if schema.isValid(answer) { return answer }
        first = first ?? answer
      }
    }
    return first ?? .emptyObject
  }

  /// Returns the forms that a body may have there, the usual one first: JSON as it is, or in a string; a string; nothing.
  private static func bodies(of response: Response, to method: HTTPMethod) -> [JSON?] {
    let bytes = response.body.bytes ?? []
    guard !bytes.isEmpty, method != .head else { return [nil, .null, "", .emptyObject] }
    // JSON inside a string has more bytes than the JSON.
    guard bytes.count <= Self.longestText else { return [try? JSON.parse(bytes)] }
    let text = String(validating: bytes, as: UTF8.self).map { JSON($0) } ?? JSON(Base64.encode(bytes))
    guard response.headers.mediaType.map(MediaType.isJSON) ?? true, let json = try? JSON.parse(bytes) else {
      return [text]
    }
    return [json, text]
  }

  /// Returns the forms that header fields may have: an object of strings, or a list of names and values. The mock's own stay
  /// out.
  private static func headers(of response: Response) -> [JSON] {
    let fields = response.headers.filter { !$0.0.hasPrefix("Plumbline-") }
    var members: [(String, JSON)] = []
    for (name, value) in fields {
      if let index = members.firstIndex(where: { $0.0.lowercased() == name.lowercased() }) {
        members[index].1 = JSON("\(members[index].1.string ?? ""), \(value)")
      } else {
        members.append((name, JSON(value)))
      }
    }
    return [
      .object(members),
      .array(fields.map { name, value in .object([("name", JSON(name)), ("value", JSON(value))]) }),
    ]
  }
}
