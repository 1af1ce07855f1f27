import PlumblineReporting
import PlumblineVerification

/// A server, the tested endpoint, its situation, and the correct verdict.
struct ProbeRow: Sendable, CustomStringConvertible {
  typealias Kind = Report.Verdict.Kind

  /// The situation of an endpoint on the server.
  enum Situation: String, Sendable, CaseIterable {
    case there, missing, otherMethod, moved
  }

  let habit: ServerHabit
  let endpoint: String
  let situation: Situation
  /// A Boolean value that indicates whether the user permits writes.
  let allowsWrites: Bool

  var description: String { "\(habit): \(endpoint) \(situation.rawValue)\(allowsWrites ? ", --allow-writes" : "")" }
  var options: ProbeOptions {
    ProbeOptions(allowsWrites: allowsWrites, environment: habit.hasCredentials ? ProbeContract.environment : [:])
  }

  static let lines: [String: (method: String, path: String, alternative: String)] = [
    "stats.get": ("GET", "/api/stats", "GET /api/v1/stats"),
    "notes.publish": ("POST", "/api/notes/{note}/publish", "POST /api/v1/notes/{id}/publish"),
    "notes.delete": ("DELETE", "/api/notes/{note}", "DELETE /api/v1/notes/{id}"),
  ]

  static let endpoints = ["stats.get", "notes.publish", "notes.delete"]

  static let all: [ProbeRow] = ServerHabit.all.flatMap { habit in
    endpoints.flatMap { endpoint in
      Situation.allCases.flatMap { situation in
        [false, true].map { ProbeRow(habit: habit, endpoint: endpoint, situation: situation, allowsWrites: $0) }
      }
    }
  }

  /// The routes that the server has.
  var routes: [String] {
    guard let line = Self.lines[endpoint] else { return ProbeContract.routes }
    switch situation {
    case .there: return ProbeContract.routes + ["\(line.method) \(line.path)"]
    case .missing: return ProbeContract.routes.filter { !$0.hasSuffix(" " + line.path) }
    case .otherMethod: return ProbeContract.routes + ["PUT \(line.path)"]
    case .moved: return ProbeContract.routes + [line.alternative]
    }
  }

  /// The correct verdict, which reflects the situation unless the habit hides it.
  var expected: Kind {
    let place = Situation.allCases.firstIndex(of: situation) ?? 0
    if !allowsWrites, let verdicts = habit.safely[endpoint] { return verdicts[place] }
    if let verdicts = habit.verdicts[endpoint] { return verdicts[place] }
    switch situation {
    case .there: return .exists
    case .missing: return .missing
    case .moved: return .moved
    // If a wrong method gets the same response as an unknown path, only GET can reveal the path.
    case .otherMethod:
      return habit.wrongMethod != .notFound || habit.answersOptions || endpoint == "notes.delete"
        ? .methodMissing : .missing
    }
  }
}
