import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine

extension VariantMaker {
  /// Returns variants of everything except fields: the status, the whole body, the envelope's flag, and header fields.
  ///
  /// - Parameter readsBody: A Boolean value that indicates whether the client demonstrably reads any part of the body.
  func wholeAnswers(from library: MockLibrary, readsBody: Bool) -> [Variant] {
    // If the body has no flag, the status is decisive and a client may ignore the JSON.
    let mayIgnore = body != nil && !readsBody && contract.envelope?.flag == nil
    let broken: Variant.Standing = mayIgnore ? .forbidden : .unreadable
    return documentedFailures(from: library) + undocumentedStatuses() + brokenBodies(broken) + flippedFlag()
      + headers() + unknownParts()
  }

  /// Returns a stream with an event whose name is unknown. It is allowed only if the contract permits such an event.
  private func unknownParts() -> [Variant] {
    guard let body, let added = stream?.addingUnknown(to: body) else { return [] }
    let response = answering(added)
    return [variant(allows(response) ? .allowed : .forbidden, "an event of an unknown name", response)]
  }

  /// Returns every error in the contract, as the mock would return it.
  private func documentedFailures(from library: MockLibrary) -> [Variant] {
    endpoint.failures.map { failure in
      let override = Override(endpoint: endpoint.id, plays: .failure(failure.name))
      let session = MockSession(library: library, options: MockOptions(overrides: [override]))
      var response = session.answer(to: ordinary.request).response
      if !failure.statuses.contains(response.status) { response = bare(failure) }
      return variant(.refusal, "\(failure.status) \(failure.name)", response)
    }
  }

  private func bare(_ failure: Failure) -> Response {
    Response(
      status: failure.status, headers: ["Content-Type": "application/json"],
      body: Body(refusal(failure.codes.first).serialized()))
  }

  private func undocumentedStatuses() -> [Variant] {
    var all: [Variant] = []
    for status in [302, 418, 429, 500, 502, 503] where !endpoint.documents(status) {
      var response = Response(status: status, headers: ["Content-Type": "text/html"], body: Body(Self.page))
      if status == 302 { response.headers["Location"] = "/plumbline/elsewhere" }
      all.append(variant(.refusal, "\(status) with a page", response))
    }
    // With such a status, even a body that looks like a success isn't one.
    for status in [418, 500] {
      var response = response
      response.status = status
      all.append(variant(.refusal, "\(status) with the body of a success", response))
    }
    return all
  }

  /// Returns bodies that can't be mistaken for the documented one.
  ///
  /// - Parameter standing: The standing of the variants. If the status is decisive, a client may ignore the body.
  private func brokenBodies(_ standing: Variant.Standing) -> [Variant] {
    guard let bytes = response.body.bytes, !bytes.isEmpty else { return [] }
    var bodies: [(title: String, type: String?, bytes: [UInt8])] = [("an empty body", nil, [])]
    if stream != nil {
      bodies += [
        ("a page in place of the stream", "text/html", Self.page),
        ("JSON in place of the stream", "application/json", succeeding().serialized()),
      ]
    } else if body != nil {
      bodies += [
        ("half of the body", nil, Array(bytes.prefix(bytes.count / 2))),
        ("more after the body", nil, bytes + Array("}".utf8)), ("a body that isn't JSON", nil, Self.page),
        ("a page in place of JSON", "text/html", Self.page), ("an empty object", nil, Array("{}".utf8)),
        ("an empty array", nil, Array("[]".utf8)), ("a text", nil, Array("\"text\"".utf8)),
        ("null", nil, Array("null".utf8)),
      ]
    } else {
      bodies += [
        ("a page in place of the file", "text/html", Self.page),
        ("JSON in place of the file", "application/json", succeeding().serialized()),
      ]
    }
    return bodies.compactMap { title, type, bytes in
      var response = response
      response.body = Body(bytes)
      if let type { response.headers["Content-Type"] = type }
      return allows(response) ? nil : variant(standing, title, response)
    }
  }

  private static let page = Array("<!doctype html><title>Something else answered</title>".utf8)

  /// Returns variants whose connection closes after the response, or before its end. They must be tried in this order.
  ///
  /// If a kept-alive connection closes before the response, URLSession on Linux repeats the request, but has lost its
  /// body by then and waits forever. It doesn't treat a new connection as stale, so the first variant forces a new
  /// connection.
  ///
  /// - Parameter isFirst: A Boolean value that indicates whether this is the call's first request. An earlier request
  ///   would already have opened the connection.
  func cuts(isFirst: Bool) -> [Variant] {
    var last = variant(.allowed, "the connection closes after the answer", response)
    last.delivery = Delivery(close: true)
    var cuts: [(title: String, delivery: Delivery)] = []
    if isFirst || ordinary.request.body.bytes?.isEmpty == true {
      cuts.append(("the connection closes before the answer", Delivery(raw: [])))
    }
    if let bytes = response.body.bytes, bytes.count > 1 {
      cuts += [
        ("the connection closes in the middle of the body", Delivery(truncateAfter: bytes.count / 2)),
        ("the connection closes one byte too early", Delivery(truncateAfter: bytes.count - 1)),
        ("the connection is reset in the middle of the body", Delivery(truncateAfter: bytes.count / 2, reset: true)),
      ]
      // If the stream ends between two parts, nothing in the body shows that it is incomplete.
      let ends = (stream?.ends(in: bytes) ?? []).filter { $0 < bytes.count }
      for count in Set([1, ends.count]).sorted() where ends.indices.contains(count - 1) {
        cuts.append(("the stream ends after part \(count)", Delivery(truncateAfter: ends[count - 1])))
      }
    }
    return [last]
      + cuts.map { title, delivery in
        var cut = variant(.cut, title, response)
        cut.delivery = delivery
        return cut
      }
  }

  /// Returns variants with the same body and different header fields.
  private func headers() -> [Variant] {
    var changes: [(title: String, name: String, value: String?)] = [("an unknown header field", "X-Added-Later", "1")]
    if response.body.bytes?.isEmpty == false {
      changes += [
        ("no content type", "Content-Type", nil), ("another content type", "Content-Type", "text/plain"),
        ("an unknown content type", "Content-Type", "application/x-added-later"),
      ]
      if let type = response.mediaType {
        changes += [
          ("a content type with a parameter", "Content-Type", "\(type); charset=utf-8"),
          ("a content type in capitals", "Content-Type", type.uppercased()),
        ]
      }
    }
    for header in answer?.headers ?? [] {
      changes += [
        ("no header \(header.name)", header.name, nil), ("an empty header \(header.name)", header.name, ""),
        ("another header \(header.name)", header.name, "added later"),
        ("a number in the header \(header.name)", header.name, "7"),
      ]
    }
    return changes.compactMap { title, name, value in
      var response = response
      guard value != nil || response.headers.contains(name) else { return nil }
      response.headers[name] = value
      // A client doesn't have to know the type of a body without a content type (RFC 9110 section 8.3).
      let isUntyped = value == nil && name == "Content-Type"
      return variant(allows(response) && !isUntyped ? .allowed : .forbidden, title, response)
    }
  }

  /// Returns a success body for an endpoint that doesn't return a file.
  private func succeeding() -> JSON {
    contract.envelope?.success(payload: .emptyObject) ?? .emptyObject
  }

  /// Returns a variant whose envelope reports an error, although the status doesn't.
  private func flippedFlag() -> [Variant] {
    guard let flag = contract.envelope?.flag, let refused = flag.failure.first else { return [] }
    let said = "\(Envelope.name(of: flag.place)) \(refused.string ?? refused.text)"
    if body == nil || stream != nil, response.body.bytes?.isEmpty == false {
      var refusal = response
      refusal.body = Body(self.refusal(endpoint.failures.lazy.compactMap(\.codes.first).first).serialized())
      refusal.headers["Content-Type"] = "application/json"
      return [variant(.refusal, "\(said) in place of the file", refusal)]
    }
    guard let body, contract.envelope?.says(body) == true, let flipped = body.replacing(flag.place, with: refused)
    else { return [] }
    return [
      variant(.refusal, "\(said) beside the payload", answering(flipped)),
      variant(
        .refusal, "\(said) with a code",
        answering(refusal(endpoint.failures.lazy.compactMap(\.codes.first).first))
      ),
    ]
  }

  private func refusal(_ code: ErrorCode?) -> JSON {
    let code = code ?? .word("ERROR")
    return contract.envelope?.failure(code: code, message: "It was refused.") ?? ["error": code.json]
  }

  private func variant(_ standing: Variant.Standing, _ title: String, _ response: Response) -> Variant {
    Variant(standing: standing, change: .other, place: nil, words: title, response: response)
  }
}
