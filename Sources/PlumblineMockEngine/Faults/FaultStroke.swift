#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import PlumblineContractModel
import PlumblineHTTPMessages

/// The fault and delay applied to one request.
struct FaultStroke: Sendable {
  /// The header field that names the fault, if a response is sent.
  static let label = "Plumbline-Fault"
  /// The number of pieces of a dripping body, and the pause between them.
  static let drip = (pieces: 20, pause: Duration.milliseconds(250))
  /// The body for responses that are too short to damage.
  private static let filling = [UInt8](repeating: 0x20, count: 64)

  let library: MockLibrary
  let endpoint: Endpoint?
  let fate: FaultPlan.Fate

  /// Returns the response for a fault that doesn't need the mock's response, or `nil` if there is no such fault.
  func answer(to request: Request) -> OutgoingResponse? {
    guard let fault = fate.fault, !fault.needsAnswer else { return nil }
    var answer = OutgoingResponse(response(fault))
    answer.delivery.delay = fate.delay
    switch fault {
    case .reset: answer.delivery.reset = true
    case .offline: answer.delivery.raw = []
    case .random:
      var generator = SplitMix64(seed: fate.seed)
      answer.delivery.raw = (0..<256).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    // These faults are complete responses.
    case .failure, .status, .empty: break
    case .truncated, .badChunk, .drip, .breakOff: return nil
    }
    return answer
  }

  /// Returns a response with the delay and the fault's damage applied.
  func spoiling(_ inner: OutgoingResponse) -> OutgoingResponse {
    var answer = inner
    answer.delivery.delay += fate.delay
    guard let fault = fate.fault, fault.needsAnswer, !answer.delivery.isBroken else { return answer }
    if case .failure = answer.content { return answer }
    var response = answer.response
    response.headers[Self.label] = "\(fault)"
    switch fault {
    case .drip: answer.delivery.pace = Self.dripping(inner)
    case .truncated: truncate(&response, &answer.delivery)
    case .breakOff(let events):
      guard let ends = inner.streamEnds else {
        truncate(&response, &answer.delivery)
        break
      }
      answer.delivery.truncateAfter = events == 0 ? 0 : ends[min(events, ends.count) - 1]
      // Use chunks, so that a client can detect that the end is missing, even after the last event.
      if answer.delivery.pace == nil { answer.delivery.pace = .timed(BodyTiming(ends: ends) { _ in .zero }) }
    case .badChunk:
      fill(&response)
      if case .stream(let stream) = response.body { stream.cancel() }
      answer.delivery.raw = Self.badlyChunked(response)
    case .failure, .status, .empty, .reset, .random, .offline: return answer
    }
    answer.content = .response(response)
    return answer
  }

  /// Cuts a response off in the middle of its body.
  private func truncate(_ response: inout Response, _ delivery: inout Delivery) {
    fill(&response)
    delivery.truncateAfter = (response.body.length ?? 2) / 2
  }

  /// Returns the pace of a dripping body. A stream is sent event by event, and any other body in pieces of equal size.
  private static func dripping(_ answer: OutgoingResponse) -> Delivery.Pace {
    if let ends = answer.streamEnds {
      let whole = drip.pause * drip.pieces
      return .timed(BodyTiming(ends: ends) { whole * ($0 + 1) / ends.count })
    }
    let size = answer.response.body.length ?? 1024
    return .steady(bytes: size / drip.pieces + (size % drip.pieces == 0 ? 0 : 1), interval: drip.pause)
  }

  /// Adds a body to a response without one, so that there is something to damage.
  private func fill(_ response: inout Response) {
    guard HTTPStatus.isBodyless(response.status) || response.body.length == 0 else { return }
    if HTTPStatus.isBodyless(response.status) { response.status = 200 }
    response.body = .bytes(Self.filling)
  }

  private func response(_ fault: Fault) -> Response {
    var response: Response
    switch fault {
    case .failure(let name): response = failure(name)
    case .status(let status): response = failure(status)
    case .empty, .reset, .truncated, .badChunk, .random, .drip, .breakOff, .offline: response = Response(status: 200)
    }
    response.headers[Self.label] = "\(fault)"
    return response
  }

  private func failure(_ name: String) -> Response {
    guard let failure = endpoint?.failure(name) ?? library.contract.failure(name) else { return failure(500) }
    return response(failure)
  }

  private func failure(_ status: Int) -> Response {
    if let failure = endpoint?.failures(at: status).first { return response(failure, status: status) }
    return Labels.adding(Labels.built, to: library.failures.response(status, message: Self.message))
  }

  private static let message = "The mock was configured to fail this request."

  /// Returns the response for an error, as recorded for the endpoint or as defined by the contract.
  private func response(_ failure: Failure, status: Int? = nil) -> Response {
    let recorded = endpoint.flatMap { library.recordings($0.id)?.showing(failure) } ?? []
    if let fitting = recorded.first(where: { status == nil || $0.status == status }) {
      return fitting.rendered.response
    }
    let made = library.failures.response(failure, status: status, at: endpoint, message: Self.message)
    return Labels.adding(Labels.built, to: made)
  }

  /// Returns a head, half of the body as a chunk, and a chunk whose size isn't a number.
  private static func badlyChunked(_ response: Response) -> [UInt8] {
    let body = response.body.bytes ?? filling
    var bytes: [UInt8] = []
    let date = HTTPDate.bytes(secondsSinceEpoch: Int(time(nil)))
    ResponseWriter.appendHead(of: response, framing: .chunked, date: date, connection: .close, to: &bytes)
    ResponseWriter.appendChunk(body[..<(body.count / 2)], to: &bytes)
    bytes.append(contentsOf: "no-size\r\n".utf8)
    bytes.append(contentsOf: body[(body.count / 2)...])
    return bytes
  }
}

extension Delivery {
  /// A Boolean value that indicates whether the response doesn't arrive completely.
  var isBroken: Bool { raw != nil || reset || truncateAfter != nil }
}
