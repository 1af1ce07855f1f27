import PlumblineHTTPMessages

/// How large a server's answer may be, as it comes and unpacked.
struct AnswerLimit: Sendable {
  /// Of the body.
  let bytes: Int

  /// The response with its content coding taken off, so that it can be inspected and no client has to unpack what may grow to
  /// a thousand times its size; or why not.
  func unpacked(_ response: Response, from base: BaseURL) -> Exchange.Outcome {
    let codings = response.headers.values("content-encoding")
    // A part of a packed body can't be unpacked without the others (RFC 9110, section 14).
    guard !codings.isEmpty, response.status != 206, let body = response.body.bytes else { return .response(response) }
    var response = response
    do throws(ContentCoding.Failure) {
      guard let unpacked = try ContentCoding.decoded(body, codings: codings, limit: bytes) else {
        return .response(response)
      }
      response.headers.remove("content-encoding")
      response.headers.remove("content-length")
      response.body = Body(unpacked)
      return .response(response)
    } catch {
      return .failure(failure(error, from: base))
    }
  }

  /// What is said of an answer that is larger.
  func exceeded(by base: BaseURL, whenUnpacked: Bool = false) -> TransportFailure {
    TransportFailure(
      kind: .tooLarge,
      message:
        "The answer of \(base.authority) is larger than \(ByteSize(bytes))\(whenUnpacked ? " when it is unpacked" : ""); "
        + "--limit answer=SIZE says how large one may be.")
  }

  /// What is said of a request that is larger, or breaks off.
  func exceeded(to base: BaseURL) -> TransportFailure {
    TransportFailure(
      kind: .tooLarge,
      message: "The request broke off, or is larger than \(ByteSize(bytes)): over HTTPS requests are sent on whole. "
        + "--limit answer=SIZE says how much is kept.")
  }

  private func failure(_ failure: ContentCoding.Failure, from base: BaseURL) -> TransportFailure {
    switch failure {
    case .tooLarge: exceeded(by: base, whenUnpacked: true)
    case .malformed(let how):
      TransportFailure(
        kind: .malformedResponse, message: "The answer of \(base.authority) can't be unpacked: its body \(how).")
    case .unknown(let coding):
      TransportFailure(
        kind: .malformedResponse,
        message:
          "\(base.authority) answered in the coding \(coding), though it was asked for none: it can't be read here.")
    }
  }
}
