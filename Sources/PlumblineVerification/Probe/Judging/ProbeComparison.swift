import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineReporting

/// A response, and the responses to its controls: the same request, sent to sibling paths that can't exist.
struct ProbeComparison: Sendable {
  let place: ProbePlace
  let answer: ProbeResponse
  let controls: [ProbeResponse]
  /// The base URL, which distinguishes the server's own URLs from others.
  let base: BaseURL

  /// The controls that show how this server treats a path that can't exist. A control that was rate-limited or lost
  /// proves nothing.
  private var usable: [ProbeResponse] { controls.filter { $0.meaning != .outage && $0.meaning != .limited } }

  /// A Boolean value that indicates whether the response is the same as a control's.
  var isLikeControl: Bool { usable.contains { answer.isAlike($0) } }

  /// A Boolean value that indicates whether the server's "not found" is specific to a missing item. For a missing path,
  /// it must return a different "not found" or the page that it returns for any path.
  var showsMissingItem: Bool {
    answer.meaning == .notFound && !usable.isEmpty && !isLikeControl && place.hasIdentifiers
      && usable.allSatisfy { $0.meaning == .notFound || $0.isPage && answer.isEnveloped }
      && (controlsAgree || usable.allSatisfy(differsInKind))
  }

  /// A Boolean value that indicates whether two paths that can't exist get the same response. If they don't,
  /// differences in wording are meaningless.
  private var controlsAgree: Bool { usable.dropFirst().allSatisfy { $0.isAlike(usable[0]) } }

  /// Returns a Boolean value that indicates whether the response differs from a control in more than its wording.
  private func differsInKind(_ control: ProbeResponse) -> Bool {
    answer.code != control.code || answer.isEnveloped != control.isEnveloped || answer.status != control.status
      || answer.mediaType != control.mediaType
  }

  var sign: ProbeSign {
    if let failure = answer.exchange.failure, answer.meaning == .outage {
      if failure.kind == .tooLarge { return .unclear(failure.message) }
      let method = answer.sent.request.method
      let advice = LongPollAdvice.sentence(after: failure, to: method, of: place.endpoint)
      return .unreachable(failure.message + (advice.map { " \($0)" } ?? ""))
    }
    switch answer.meaning {
    case .outage: return .unreachable("A gateway in front of the server responded instead: \(said).")
    case .limited:
      return .unclear(
        "The server is rate limiting (\(said)): its Retry-After is too long, or it keeps rejecting requests.")
    default: break
    }
    guard let control = usable.first else {
      return .unclear("Couldn't determine how this server responds to a path that can't exist.")
    }
    if answer.meaning != .waiting, usable.contains(where: { $0.meaning == .waiting }) {
      return .unclear("The server responds with \(said), although it waits for bodies at paths that can't exist.")
    }
    let isLike = isLikeControl || answer.meaning == .notFound && !controlsAgree && !usable.allSatisfy(differsInKind)
    return isLike ? alike(control) : different(control)
  }

  // MARK: - The same as for a path that can't exist

  private func alike(_ control: ProbeResponse) -> ProbeSign {
    switch answer.meaning {
    case .notFound:
      return .nonsense("The server responds with \(said), just as for a path that can't exist.")
    case .login:
      return .blocked("The server requires a login for any path (\(said)).")
    case .forbidden:
      return .blocked("The server forbids any path, even one that can't exist (\(said)).")
    case .redirect where answer.leadsToLogin:
      return .blocked("The server sends every caller to its login page (\(said)).")
    case .redirect:
      return .unclear("The server redirects any path, even one that can't exist (\(said)).")
    case .methodRefused:
      return .unclear("The server rejects \(place.method) at any path, even one that can't exist (\(said)).")
    case .success where !isOfContract:
      return .nonsense(
        "The server responds with the same page as a path that can't exist (\(said)), not with the API's data.")
    case .success:
      return .unclear("The server responds to a path that can't exist with the same success (\(said)).")
    case .invalid:
      return .unclear("The server rejects the request before looking at the path (\(said)).")
    case .waiting:
      return .unclear("The server waits for the body at any path, even one that can't exist.")
    case .failed, .other, .limited, .outage:
      return .unclear("The server gives this response for any path, even one that can't exist: \(said).")
    }
  }

  /// A Boolean value that indicates whether a successful response may come from the endpoint. It must be JSON if JSON
  /// is documented, and wrapped in the envelope if there is one.
  private var isOfContract: Bool {
    let answers = place.endpoint.answers
    let isBare = answers.contains { if case .media = $0.content { true } else { false } }
    let isEmpty = answers.contains { if case .empty = $0.content { true } else { false } }
    if isBare { return answer.mediaType != "text/html" || mediaTypes.contains("text/html") }
    if answer.body == nil { return isEmpty && (answer.exchange.response?.body.length ?? 0) == 0 }
    return true
  }

  private var mediaTypes: [String] {
    place.endpoint.answers.flatMap { answer -> [String] in
      guard case .media(let contents) = answer.content else { return [] }
      return contents.map(\.mediaType)
    }
  }

  // MARK: - Other than for a path that can't exist

  private func different(_ control: ProbeResponse) -> ProbeSign {
    let other = "a path that can't exist gets \(control.summary)"
    switch answer.meaning {
    case .success:
      if !isOfContract {
        return .routed(.low, "The server responds with \(said), which isn't the API's data; \(other).")
      }
      return answer.sent.request.method.isSafe
        ? .routed(.high, "The server responds with \(said); \(other).")
        : .routed(.medium, "The server responds with \(said) even to a malformed request; \(other).")
    case .invalid:
      return .routed(.high, "The server rejects the malformed request with \(said); \(other).")
    case .login, .forbidden:
      guard usable.allSatisfy({ $0.meaning != answer.meaning && !$0.leadsToLogin }) else {
        return .blocked("The server requires a login for any path (\(said)).")
      }
      return .routed(
        .high,
        "The server responds with \(said); \(other), so the server looks up the route before it checks the caller.")
    case .notFound: return missingItem(control, other)
    case .methodRefused: return methodRefused(other)
    case .failed:
      return .routed(.medium, "The server fails on the malformed request with \(said); \(other).")
    case .redirect: return redirect(control, other)
    case .waiting:
      return .routed(.medium, "The server waits for the announced body; \(other).")
    case .other, .limited, .outage: return .unclear("The server responds with \(said); \(other).")
    }
  }

  private func missingItem(_ control: ProbeResponse, _ other: String) -> ProbeSign {
    if usable.contains(where: { $0.meaning == .login }) {
      return .unclear("The server responds with \(said), and \(other).")
    }
    guard place.hasIdentifiers else { return nothingThere(control, other) }
    return .routed(
      differsInKind(control) ? .high : .medium, "The server reports that the item doesn't exist (\(said)); \(other).")
  }

  /// Interprets a "not found" at a path without an item, which may just mean an empty resource.
  private func nothingThere(_ control: ProbeResponse, _ other: String) -> ProbeSign {
    if answer.isPromised { return .routed(.medium, "The server responds with \(said), as documented; \(other).") }
    if answer.isEnveloped, answer.body != nil, !control.isEnveloped {
      return .routed(.low, "The server responds with \(said) in the API's own format; \(other).")
    }
    if answer.status == 404, answer.body != nil, !answer.isForeign {
      return .unclear("The server responds with \(said), which may mean that there is nothing to return; \(other).")
    }
    return .gone("The server responds with \(said), and the path names no item that could be missing.")
  }

  private func methodRefused(_ other: String) -> ProbeSign {
    let allow = answer.allow
    if let allow, allow.contains(place.method.rawValue) {
      return .unclear("The server responds with \(said), although Allow lists \(place.method).")
    }
    let isEverywhere = usable.contains { $0.meaning == .methodRefused }
    return .methodRefused(
      allow: allow, isEverywhere && allow == nil ? .low : .high,
      "The path exists, but not with \(place.method): \(said); \(other).")
  }

  private func redirect(_ control: ProbeResponse, _ other: String) -> ProbeSign {
    if answer.leadsToLogin {
      return control.leadsToLogin
        ? .blocked("The server sends every caller to its login page (\(said)).")
        : .routed(.medium, "The server sends callers to the login page (\(said)); \(other).")
    }
    guard control.meaning != .redirect, let status = answer.status, let location = answer.location,
      let path = LocalPath.of(location, on: base)
    else { return .unclear("The server responds with \(said); \(other).") }
    let isKnown = place.endpoint.alternatives.contains { $0.template.match(path) != nil }
    guard isKnown || status == 301 || status == 308 else {
      return .unclear(
        "The server responds with \(said); \(other).")
    }
    return .moved(path: path, isKnown ? .high : .medium, "The server sends callers to \(path) (\(said)).")
  }

  private var said: String { answer.summary }
}

/// The conclusion about a path from one request and its controls.
enum ProbeSign: Sendable {
  typealias Confidence = Report.Verdict.Confidence

  /// The path has a handler for this method.
  case routed(Confidence, String)
  /// The path exists, but doesn't support this method. The case includes the supported methods, if the server lists
  /// them.
  case methodRefused(allow: [String]?, Confidence, String)
  /// The response is the same as for a path that can't exist.
  case nonsense(String)
  /// The server reports that nothing exists here, in a different way than for a path that can't exist.
  case gone(String)
  /// No verdict is possible without a login, or with the current one.
  case blocked(String)
  /// The server redirects callers to another of its own URLs.
  case moved(path: String, Confidence, String)
  case unclear(String)
  case unreachable(String)

  /// A Boolean value that indicates whether the response is the same as for a path that can't exist.
  var isNonsense: Bool {
    if case .nonsense = self { true } else { false }
  }
}
