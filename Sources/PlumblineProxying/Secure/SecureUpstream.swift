import Foundation
import PlumblineHTTPMessages
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that sends HTTPS to real servers with URLSession.
///
/// URLSession always decompresses responses, and this can't be turned off. On Linux, it neither waits for its delegate
/// nor lets a task be canceled while more data keeps arriving, so a few megabytes can become gigabytes. Its queue is
/// therefore short, and bytes beyond the limit are dropped.
///
/// There are other limitations. Repeated response fields are joined by commas, and only cookies are split again. A GET
/// with a body fails on Linux. URLSession's timeouts have a resolution of whole seconds, so the deadline uses a
/// separate timer.
package final class SecureUpstream: NSObject, Upstream, URLSessionDataDelegate {
  private struct Call {
    var base: BaseURL
    var body: [UInt8] = []
    var response: HTTPURLResponse?
    var completion: @Sendable (Exchange.Outcome) -> Void
    /// The pipe for the rest of the body after the response was returned.
    var pipe: BodyPipe?
    /// The time of the last progress of a body that continues.
    var progress: ContinuousClock.Instant?
  }

  private let limits: HTTPLimits
  private let openAnswers: OpenResponses
  private let calls = Mutex<[Int: Call]>([:])
  private let session = Mutex<URLSession?>(nil)

  /// - Parameter openAnswers: The responses of unknown length that are returned before they are complete.
  package init(limits: HTTPLimits, opening openAnswers: OpenResponses = .all) {
    self.limits = limits
    self.openAnswers = openAnswers
  }

  package func send(
    _ request: Request, to base: BaseURL, deadline: Duration,
    _ completion: @escaping @Sendable (Exchange.Outcome) -> Void
  ) {
    guard let url = URL(string: base.origin + request.target) else {
      let message = "\(request.target) isn't a target that can be requested at \(base.origin)."
      return completion(.failure(TransportFailure(kind: .other, message: message)))
    }
    var outgoing = URLRequest(url: url)
    outgoing.httpMethod = request.method.rawValue
    outgoing.timeoutInterval = Double(deadline.components.seconds) + 5
    for (name, value) in request.headers where HeaderFields.isLegal(name: name, value: value) {
      if name.lowercased() != "content-length" { outgoing.addValue(value, forHTTPHeaderField: name) }
    }
    if let body = request.body.bytes, !body.isEmpty { outgoing.httpBody = Data(body) }
    let task = openSession().dataTask(with: outgoing)
    let number = task.taskIdentifier
    calls.withLock { $0[number] = Call(base: base, completion: completion) }
    task.resume()
    watch(task, of: base, patience: deadline, after: deadline)
  }

  /// Gives up on a call if neither a response nor the next part of a body arrives in time.
  private func watch(_ task: URLSessionDataTask, of base: BaseURL, patience: Duration, after wait: Duration) {
    let number = task.taskIdentifier
    Pacer.after(wait) { [weak self] in
      guard let self else { return }
      let quiet = calls.withLock { $0[number]?.progress?.duration(to: .now) }
      if let quiet, quiet < patience {
        return watch(task, of: base, patience: patience, after: patience - quiet)
      }
      let message =
        quiet == nil ? "\(base.authority) didn't respond in time." : UpstreamCall.fellSilent(base)
      if finish(number, .failure(TransportFailure(kind: .timeout, message: message))) { task.cancel() }
    }
  }

  package func shutdown() async {
    let session = session.withLock { session in
      defer { session = nil }
      return session
    }
    session?.invalidateAndCancel()
    let open = calls.withLock { calls in
      defer { calls = [:] }
      return calls
    }
    for call in open.values { Self.end(call, .failure(UpstreamCall.cancelled(call.base))) }
  }

  /// Returns the session for all calls, creating it for the first one.
  private func openSession() -> URLSession {
    session.withLock { session in
      if let session { return session }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      let made = URLSession(configuration: configuration, delegate: self, delegateQueue: DelegateQueue())
      session = made
      return made
    }
  }

  /// Ends a call. Returns `false` if it had already ended.
  @discardableResult
  private func finish(_ number: Int, _ outcome: Exchange.Outcome) -> Bool {
    guard let call = calls.withLock({ $0.removeValue(forKey: number) }) else { return false }
    // Don't run the completion on this thread: if it starts another call, it waits for the session, which may be
    // waiting for this thread.
    DispatchQueue.global().async { Self.end(call, outcome) }
    return true
  }

  /// Reports the outcome of a call or, if its response was already returned, the end of its body.
  private static func end(_ call: Call, _ outcome: Exchange.Outcome) {
    guard let pipe = call.pipe else { return call.completion(outcome) }
    switch outcome {
    case .response: pipe.finish(.end(trailers: HeaderFields()))
    case .failure(let failure): pipe.finish(.failed(failure))
    }
  }

  /// Returns a response immediately if its length is unknown or it is a stream of events. Its body continues to arrive.
  private func open(_ task: URLSessionDataTask, _ answer: HTTPURLResponse) {
    var response = Response(answer, body: [])
    let length = response.headers["content-length"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    guard limits.streamed != nil, 200..<300 ~= response.status, !HTTPStatus.isBodyless(response.status),
      length == nil || openAnswers.areStreams(response.mediaType), openAnswers.include(response.mediaType),
      task.originalRequest?.httpMethod != HTTPMethod.head.rawValue
    else { return }
    let number = task.taskIdentifier
    // URLSession can't be paused, so a body that isn't read fills the pipe.
    let pipe = BodyPipe(length: length, room: limits.body) { [weak self] in self?.giveUp(task) }
    response.body = .stream(pipe)
    let completion = calls.withLock { calls -> (@Sendable (Exchange.Outcome) -> Void)? in
      calls[number]?.pipe = pipe
      calls[number]?.progress = ContinuousClock.now
      return calls[number]?.completion
    }
    DispatchQueue.global().async { [response] in completion?(.response(response)) }
  }

  /// Ends a call whose reader has left before the end of the body.
  private func giveUp(_ task: URLSessionDataTask) {
    let isUnwanted = calls.withLock { calls in
      guard let pipe = calls[task.taskIdentifier]?.pipe, pipe.isCancelled else { return false }
      calls[task.taskIdentifier] = nil
      return true
    }
    if isUnwanted { DispatchQueue.global().async { task.cancel() } }
  }

  // Pass redirects through, because the client decides whether to follow them.
  package func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  // Reject requests for a password, which would make URLSession on Linux hang. The system still validates certificates.
  package func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let passwords = [
      NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
    ]
    let isPassword = passwords.contains(challenge.protectionSpace.authenticationMethod)
    completionHandler(isPassword ? .rejectProtectionSpace : .performDefaultHandling, nil)
  }

  package func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let answer = response as? HTTPURLResponse
    calls.withLock { $0[dataTask.taskIdentifier]?.response = answer }
    if let answer { open(dataTask, answer) }
    completionHandler(.allow)
  }

  package func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let number = dataTask.taskIdentifier
    let pipe = calls.withLock { calls -> BodyPipe? in
      guard let pipe = calls[number]?.pipe else { return nil }
      calls[number]?.progress = ContinuousClock.now
      return pipe
    }
    pipe?.push(Array(data))
    let isTooLarge = calls.withLock { calls in
      if let pipe { return pipe.isFull }
      guard let count = calls[number]?.body.count else { return false }
      guard count + data.count <= limits.body else { return true }
      calls[number]?.body.append(contentsOf: data)
      return false
    }
    guard isTooLarge else { return }
    finish(number, .failure(ResponseParser.bodyTooLarge))
    DispatchQueue.global().async { dataTask.cancel() }
  }

  package func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let number = task.taskIdentifier
    guard let call = calls.withLock({ $0[number] }) else { return }
    if let error, call.response?.statusCode == 401 || call.response?.statusCode == 407 {
      // URLSession on Linux discards a 401 that asks for Basic authentication, including its body.
      let message = "\(call.base.authority) requested a password, and such a response can't be read here: \(error)"
      finish(number, .failure(TransportFailure(kind: .other, message: message)))
    } else if let error {
      finish(number, .failure(TransportFailure(error, server: call.base.authority)))
    } else if let response = call.response ?? task.response as? HTTPURLResponse {
      finish(number, .response(Response(response, body: call.body)))
    } else {
      let message = "\(call.base.authority) didn't send an HTTP response."
      finish(number, .failure(TransportFailure(kind: .malformedResponse, message: message)))
    }
  }
}

extension Response {
  /// Creates a response from one that URLSession received. URLSession has already removed its content codings.
  init(_ response: HTTPURLResponse, body: [UInt8]) {
    var headers = HeaderFields()
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { ($0, "\(value)") }
    }
    for (name, value) in fields.sorted(by: { $0.0.lowercased() < $1.0.lowercased() }) {
      // `Set-Cookie` is the only field whose joined values look like one value with commas (RFC 9110 section 5.3).
      for value in name.lowercased() == "set-cookie" ? Self.cookies(in: value) : [value] {
        headers.append(name: name, value: value)
      }
    }
    if headers.contains("content-encoding") {
      headers.remove("content-encoding")
      headers.remove("content-length")
    }
    self.init(status: response.statusCode, headers: headers, body: Body(body))
  }
}

extension Response {
  /// Returns the values of `Set-Cookie` fields that were joined by commas. Each value begins with a name and `=`,
  /// unlike the second half of a date with a comma.
  static func cookies(in joined: String) -> [String] {
    var cookies: [String] = []
    for part in joined.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.drop { $0 == " " }
      let name = pair.prefix { $0 != "=" }
      let isNew = name.count < pair.count && HeaderFields.isLegal(name: String(name), value: "")
      if isNew || cookies.isEmpty {
        cookies.append(String(pair))
      } else {
        cookies[cookies.count - 1] += ",\(part)"
      }
    }
    return cookies
  }
}

extension TransportFailure {
  /// Creates the failure for a URLSession error.
  init(_ error: any Error, server: String) {
    guard let code = (error as? URLError)?.code else {
      self.init(kind: .other, message: "\(server) can't be reached: \(error.localizedDescription)")
      return
    }
    switch code {
    case .cannotFindHost, .dnsLookupFailed:
      self.init(kind: .nameNotFound, message: "\(server) has no address.")
    case .cannotConnectToHost: self.init(kind: .connectionRefused, message: "\(server) refused the connection.")
    case .networkConnectionLost: self.init(kind: .connectionReset, message: "\(server) reset the connection.")
    case .timedOut: self.init(kind: .timeout, message: "\(server) didn't respond in time.")
    case .cancelled: self.init(kind: .cancelled, message: "The request to \(server) was canceled.")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      self.init(
        kind: .tls,
        message: "\(server) has no certificate that this machine trusts: \(error.localizedDescription); "
          + "\(TrustedAuthorities.remedy)")
    case .badServerResponse, .cannotParseResponse:
      self.init(kind: .malformedResponse, message: "\(server) didn't send a valid HTTP response.")
    case .dataLengthExceedsMaximum:
      self.init(kind: .other, message: "A request to \(server) with a body needs a method that allows one.")
    default:
      // On Linux, a failed handshake has no separate error code, only the TLS library's message.
      let words = error.localizedDescription
      let isTLS = ["SSL", "TLS", "certificate"].contains { words.contains($0) }
      let remedy = words.contains("certificate") ? "; \(TrustedAuthorities.remedy)" : ""
      self.init(kind: isTLS ? .tls : .other, message: "\(server) can't be reached: \(words)\(remedy)")
    }
  }
}
