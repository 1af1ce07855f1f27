import PlumblineHTTPMessages
import PlumblineReporting

/// The behavior of a server, independently of its routes.
struct ServerHabit: Sendable, CustomStringConvertible {
  /// The point at which a server checks who is calling.
  enum Login: Sendable {
    case never, beforeRouting, afterRouting
    /// Every caller without credentials is redirected to a page.
    case page
  }

  /// The response to a method that a path doesn't support.
  enum WrongMethod: Sendable {
    /// The response is the same as for an unknown path.
    case notFound
    case allow
    case bare
  }

  /// The response for an unknown path.
  enum NoRoute: Sendable {
    case json, jsonLikeItem, html, envelope200, page, pageForGet
    /// Requests with a method other than GET are rejected, regardless of the path.
    case refuseOthers
  }

  var description: String
  var noRoute = NoRoute.json
  var wrongMethod = WrongMethod.notFound
  var login = Login.never
  /// A Boolean value that indicates whether a missing item is reported in a 200.
  var failsIn200: Bool { noRoute == .envelope200 }
  /// A Boolean value that indicates whether the server responds to OPTIONS with the methods that a path supports.
  var answersOptions = false
  /// A Boolean value that indicates whether Allow lists only the methods of one handler, as with some frameworks.
  var listsOneMethod = false
  /// A Boolean value that indicates whether the response to OPTIONS is the same for any path, as on a server that
  /// supports only CORS.
  var answersOptionsAlways = false
  /// A Boolean value that indicates whether the server reads a body before it checks the path.
  var parsesFirst = false
  /// A Boolean value that indicates whether every path is redirected to the same path with a trailing slash.
  var addsSlash = false
  var ignoresCase = false
  /// A Boolean value that indicates whether the server looks up the note before it checks the rest of the path and the
  /// method.
  var findsItemsFirst = false
  /// A Boolean value that indicates whether each of the server's rejections has a different message.
  var isTalkative = false
  /// The number of requests after which the server asks for a pause, or `nil` if it never does.
  var limit: Int?
  /// A Boolean value that indicates whether the caller has credentials.
  var hasCredentials = true
  /// The verdicts on an endpoint that exists, is missing, exists with a different method, or has moved, for endpoints
  /// whose situation the habit hides.
  var verdicts: [String: [Report.Verdict.Kind]] = [:]
  /// The verdicts without `--allow-writes`. Most servers reveal nothing about writes in responses to OPTIONS and GET.
  var safely = ["notes.publish": unknown, "notes.delete": unknown]
}

extension ServerHabit {
  private static let blocked = [Report.Verdict.Kind](repeating: .blocked, count: 4)
  private static let unknown = [Report.Verdict.Kind](repeating: .inconclusive, count: 4)
  /// The verdicts if Allow is decisive. A missing note may be the reason why nothing is at its path.
  private static let toldByAllow = [
    "notes.delete": [Report.Verdict.Kind.exists, .inconclusive, .methodMissing, .moved]
  ]
  private static let allBlocked = Dictionary(uniqueKeysWithValues: ProbeRow.endpoints.map { ($0, blocked) })

  static let all: [ServerHabit] = [
    ServerHabit(description: "JSON 404s"),
    ServerHabit(
      description: "JSON 404s, the same for items and routes", noRoute: .jsonLikeItem,
      // Only a missing item may be written, and its response looks like that of a missing route.
      verdicts: ["notes.publish": unknown, "notes.delete": unknown]),
    ServerHabit(description: "HTML 404s", noRoute: .html),
    ServerHabit(
      description: "HTML 404s, and 405 with Allow", noRoute: .html, wrongMethod: .allow, safely: toldByAllow),
    ServerHabit(description: "200 with an error envelope", noRoute: .envelope200),
    ServerHabit(description: "a page for any path and method", noRoute: .page),
    ServerHabit(description: "a page for any GET", noRoute: .pageForGet),
    ServerHabit(
      description: "405 for any path but GET", noRoute: .refuseOthers,
      verdicts: [
        "notes.publish": [.exists, .inconclusive, .inconclusive, .inconclusive],
        "notes.delete": [.exists, .inconclusive, .inconclusive, .inconclusive],
      ]),
    ServerHabit(description: "login before routing, with credentials", login: .beforeRouting),
    ServerHabit(
      description: "login before routing, without", login: .beforeRouting, hasCredentials: false, verdicts: allBlocked,
      safely: [:]),
    ServerHabit(description: "login after routing, with credentials", login: .afterRouting),
    ServerHabit(
      description: "login after routing, without", login: .afterRouting, hasCredentials: false,
      verdicts: ["notes.publish": unknown, "notes.delete": [.blocked, .inconclusive, .blocked, .blocked]], safely: [:]),
    ServerHabit(
      description: "login after routing, without, 405 with Allow", wrongMethod: .allow, login: .afterRouting,
      hasCredentials: false, verdicts: toldByAllow, safely: [:]),
    ServerHabit(description: "405 with Allow", wrongMethod: .allow, safely: toldByAllow),
    ServerHabit(
      description: "405 with one method in Allow", wrongMethod: .allow, listsOneMethod: true,
      safely: [
        "notes.publish": [.exists, .missing, .inconclusive, .moved],
        "notes.delete": [.inconclusive, .inconclusive, .inconclusive, .moved],
      ]),
    ServerHabit(
      description: "405 without Allow", wrongMethod: .bare,
      safely: ["notes.publish": [.inconclusive, .missing, .inconclusive, .missing], "notes.delete": unknown]),
    ServerHabit(description: "OPTIONS with Allow", answersOptions: true, safely: toldByAllow),
    ServerHabit(
      description: "items and routes alike, OPTIONS with Allow", noRoute: .jsonLikeItem, answersOptions: true,
      verdicts: toldByAllow, safely: [:]),
    ServerHabit(description: "the same OPTIONS for any path", answersOptionsAlways: true),
    ServerHabit(description: "a login page, with credentials", login: .page),
    ServerHabit(
      description: "a login page, without", login: .page, hasCredentials: false, verdicts: allBlocked, safely: [:]),
    ServerHabit(description: "slashes added by redirects", addsSlash: true),
    ServerHabit(description: "paths of any case", noRoute: .html, ignoresCase: true),
    ServerHabit(description: "rate limits", limit: 3),
    ServerHabit(
      description: "bodies read before paths", parsesFirst: true, verdicts: ["notes.publish": unknown]),
    ServerHabit(
      description: "items looked up before methods", findsItemsFirst: true,
      verdicts: [
        "notes.publish": [.inconclusive, .inconclusive, .inconclusive, .moved], "notes.delete": unknown,
      ]),
    ServerHabit(
      description: "items looked up before methods, and 405 with Allow", wrongMethod: .allow, findsItemsFirst: true,
      verdicts: [
        "notes.publish": [.inconclusive, .inconclusive, .inconclusive, .moved], "notes.delete": unknown,
      ]),
    ServerHabit(description: "other words in every refusal", isTalkative: true),
    ServerHabit(
      description: "other words in every refusal, items and routes alike", noRoute: .jsonLikeItem, isTalkative: true,
      verdicts: ["notes.publish": unknown, "notes.delete": unknown]),
  ]
}
