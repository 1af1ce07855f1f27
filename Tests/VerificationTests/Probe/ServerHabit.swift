import PlumblineHTTPMessages
import PlumblineReporting

/// The behavior of a server, apart from which routes it has.
struct ServerHabit: Sendable, CustomStringConvertible {
  /// The point at which a server asks who is calling.
  enum Login: Sendable {
    case never, beforeRouting, afterRouting
    /// Every caller without credentials is sent to a page.
    case page
  }

  /// The response to a method that a path doesn't take.
  enum WrongMethod: Sendable {
    /// The same as to an unknown path.
    case notFound
    case allow
    case bare
  }

  /// The response for a nonexistent path.
  enum NoRoute: Sendable {
    case json, jsonLikeItem, html, envelope200, page, pageForGet
    /// Requests with another method than GET are rejected, regardless of the path.
    case refuseOthers
  }

  var description: String
  var noRoute = NoRoute.json
  var wrongMethod = WrongMethod.notFound
  var login = Login.never
  /// A Boolean value that indicates whether a missing item is reported in a 200.
  var failsIn200: Bool { noRoute == .envelope200 }
  /// A Boolean value that indicates whether it says which methods a path takes when OPTIONS asks.
  var answersOptions = false
  /// A Boolean value that indicates whether Allow lists the methods of one handler only, as some frameworks do.
  var listsOneMethod = false
  /// A Boolean value that indicates whether it says the same about any path when OPTIONS asks, as a server does that only knows
  /// about CORS.
  var answersOptionsAlways = false
  /// A Boolean value that indicates whether it reads a body before it checks the path.
  var parsesFirst = false
  /// A Boolean value that indicates whether every path is redirected to the one with a slash at its end.
  var addsSlash = false
  var ignoresCase = false
  /// A Boolean value that indicates whether it looks for the note before it looks at the rest of the path and at the method.
  var findsItemsFirst = false
  /// A Boolean value that indicates whether each of its rejections has different words.
  var isTalkative = false
  /// Every how many requests it wants a pause.
  var limit: Int?
  /// A Boolean value that indicates whether the caller has credentials.
  var hasCredentials = true
  /// The verdicts on an endpoint that exists, is missing, exists with another method, or has moved, if the habit hides
  /// the truth.
  var verdicts: [String: [Report.Verdict.Kind]] = [:]
  /// The same without `--allow-writes`: most servers tell nothing of writes by OPTIONS and GET.
  var safely = ["notes.publish": unknown, "notes.delete": unknown]
}

extension ServerHabit {
  private static let blocked = [Report.Verdict.Kind](repeating: .blocked, count: 4)
  private static let unknown = [Report.Verdict.Kind](repeating: .inconclusive, count: 4)
  /// The verdicts if Allow is decisive; a note that isn't there may be why nothing is at its path.
  private static let toldByAllow = [
    "notes.delete": [Report.Verdict.Kind.exists, .inconclusive, .methodMissing, .moved]
  ]
  private static let allBlocked = Dictionary(uniqueKeysWithValues: ProbeRow.endpoints.map { ($0, blocked) })

  static let all: [ServerHabit] = [
    ServerHabit(description: "JSON 404s"),
    ServerHabit(
      description: "JSON 404s, the same for items and routes", noRoute: .jsonLikeItem,
      // Only an item that isn't there may be written to, and it looks like a route that isn't.
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
