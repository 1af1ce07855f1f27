import PlumblineJSONTree

/// The errors of a contract, collected from the responses of many operations. Equal errors become a single, named one.
package final class FailureNames {
  struct Failure {
    let name: String
    /// The status, such as `404`, `4XX`, or `default`.
    let status: String
    /// The Response Object, with references resolved.
    let response: JSON
  }

  private(set) var all: [Failure] = []
  private var identifiers = Identifiers()
  private var known: [String: [Int]] = [:]

  /// Returns the name of the error for a response.
  ///
  /// - Parameter component: The name of the response's component, or `nil` if it isn't a component.
  func name(status: String, response: JSON, component: String?) -> String {
    for index in known[status] ?? []
    where all[index].response.identity == response.identity || Self.areAlike(all[index].response, response) {
      return all[index].name
    }
    let wish = component.map { Self.camel($0) } ?? Self.words[status] ?? "status\(status)"
    let name = identifiers.unique(Identifiers.name(wish, otherwise: "failure"))
    known[status, default: []].append(all.count)
    all.append(Failure(name: name, status: status, response: response))
    return name
  }

  /// Returns a Boolean value that indicates whether two responses are the same apart from their descriptions.
  private static func areAlike(_ left: JSON, _ right: JSON) -> Bool {
    left.document === right.document && left["content"] == right["content"] && left["headers"] == right["headers"]
  }

  private static func camel(_ name: String) -> String {
    let words = Identifiers.words(name)
    guard let first = words.first, !words.allSatisfy({ $0.isUppercase || !$0.isLetter }) else {
      return words.lowercased()
    }
    return first.lowercased() + words.dropFirst()
  }

  /// Returns the name for a status, based on its reason phrase, or `nil` for an unregistered status.
  package static func word(for status: String) -> String? { words[status] }

  /// The reason phrases in the registry of status codes (RFC 9110 section 15 and others), as names.
  private static let words = [
    "400": "badRequest", "401": "unauthorized", "402": "paymentRequired", "403": "forbidden", "404": "notFound",
    "405": "methodNotAllowed", "406": "notAcceptable", "407": "proxyAuthenticationRequired", "408": "requestTimeout",
    "409": "conflict", "410": "gone", "411": "lengthRequired", "412": "preconditionFailed", "413": "contentTooLarge",
    "414": "uriTooLong", "415": "unsupportedMediaType", "416": "rangeNotSatisfiable", "417": "expectationFailed",
    "421": "misdirectedRequest", "422": "unprocessableContent", "423": "locked", "424": "failedDependency",
    "425": "tooEarly", "426": "upgradeRequired", "428": "preconditionRequired", "429": "tooManyRequests",
    "431": "headerFieldsTooLarge", "451": "unavailableForLegalReasons", "500": "serverError",
    "501": "notImplemented", "502": "badGateway", "503": "serviceUnavailable", "504": "gatewayTimeout",
    "4XX": "clientError", "5XX": "anyServerError", "default": "otherwise",
  ]
}
