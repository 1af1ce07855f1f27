import PlumblineHTTPMessages

/// The maximum size of a server's response, both as received and decompressed.
struct ResponseLimit: Sendable {
  /// The maximum size of the body in bytes.
  let bytes: Int

  /// The size to which any response may be decompressed. For larger ones, the growth factor is limited, because genuine
  /// content rarely compresses better than that.
  private static let packedRoom = 4 << 20
  private static let mostTimes = 150

  /// Returns the response with its stream decoded as it arrives, as ``unpacked(_:from:)`` does for a complete body.
  ///
  /// The total size isn't limited, because a stream may continue forever and isn't kept in memory.
  func unpackedAsItComes(_ response: Response, from base: BaseURL) -> Response {
    guard response.status != 206, case .stream(let stream) = response.body,
      let unpacker = ContentUnpacker(codings: response.headers.values("content-encoding"))
    else { return response }
    var response = response
    response.headers.remove("content-encoding")
    response.headers.remove("content-length")
    let limit = self
    response.body = .stream(UnpackedBody(stream, unpacker) { limit.failure($0, from: base) })
    return response
  }

  /// Returns the decompressed response, or a failure if decompression isn't possible. This way, the response can be
  /// inspected, and no client has to decompress a body that may grow to a thousand times its size.
  func unpacked(_ response: Response, from base: BaseURL) -> Exchange.Outcome {
    let codings = response.headers.values("content-encoding")
    // Part of a compressed body can't be decompressed without the rest (RFC 9110 section 14).
    guard !codings.isEmpty, response.status != 206, let body = response.body.bytes else { return .response(response) }
    var response = response
    let allowed = min(bytes, max(Self.packedRoom, Self.mostTimes * body.count))
    do throws(ContentCoding.Failure) {
      guard let unpacked = try ContentCoding.decoded(body, codings: codings, limit: allowed) else {
        return .response(response)
      }
      response.headers.remove("content-encoding")
      response.headers.remove("content-length")
      response.body = Body(unpacked)
      return .response(response)
    } catch {
      guard case .tooLarge = error, allowed < bytes else { return .failure(failure(error, from: base)) }
      return .failure(
        TransportFailure(
          kind: .tooLarge,
          message: "The response from \(base.authority) decompresses to more than \(ByteSize(Self.packedRoom)) and "
            + "\(Self.mostTimes) times its size, so it isn't kept."))
    }
  }

  /// Returns the failure for a response that exceeds the limit.
  func exceeded(by base: BaseURL, whenUnpacked: Bool = false) -> TransportFailure {
    TransportFailure(
      kind: .tooLarge,
      message:
        "The response from \(base.authority) is larger than "
        + "\(ByteSize(bytes))\(whenUnpacked ? " when decompressed" : ""); --limit answer=SIZE sets the limit.")
  }

  /// Returns the failure for a request that exceeds the limit or breaks off.
  func exceeded(to base: BaseURL) -> TransportFailure {
    TransportFailure(
      kind: .tooLarge,
      message:
        "The request broke off, or is larger than \(ByteSize(bytes)): over HTTPS, requests are forwarded as a whole. "
        + "--limit answer=SIZE sets the limit.")
  }

  private func failure(_ failure: ContentCoding.Failure, from base: BaseURL) -> TransportFailure {
    switch failure {
    case .tooLarge: exceeded(by: base, whenUnpacked: true)
    case .malformed(let how):
      TransportFailure(
        kind: .malformedResponse, message: "The response from \(base.authority) can't be decompressed: its body \(how)."
      )
    case .unknown(let coding):
      TransportFailure(
        kind: .malformedResponse,
        message:
          "\(base.authority) sent the content coding \(coding) although none was requested, so it can't be read.")
    }
  }
}
