import ContractModel
import HTTPMessages
import Reporting
import Testing
import Verification

/// Every habit of servers, and on each an endpoint that is there, missing, there with another method, and moved.
struct ProbeHabitTests {
  /// Where an endpoint is.
  enum Situation: String, Sendable, CaseIterable {
    case there, missing, otherMethod, moved
  }

  /// One server: the endpoint that it is about, and where that is.
  struct Row: Sendable, CustomStringConvertible {
    let habit: ServerHabit
    let endpoint: String
    let situation: Situation

    var description: String { "\(habit), \(endpoint) \(situation.rawValue)" }

    /// The routes that the server has.
    var routes: [String] {
      let lines = [
        "stats.get": ("GET", "/api/stats", "/api/v1/stats"),
        "notes.publish": ("POST", "/api/notes/{note}/publish", "/api/v1/notes/{note}/publish"),
        "notes.delete": ("DELETE", "/api/notes/{note}", "/api/v1/notes/{note}"),
      ]
      guard let (method, path, alternative) = lines[endpoint] else { return ProbeContract.routes }
      switch situation {
      case .there: return ProbeContract.routes + ["\(method) \(path)"]
      case .missing: return ProbeContract.routes.filter { !$0.hasSuffix(" " + path) }
      case .otherMethod: return ProbeContract.routes + ["\(method == "PUT" ? "POST" : "PUT") \(path)"]
      case .moved: return ProbeContract.routes + ["\(method) \(alternative)"]
      }
    }
  }

  static let rows: [Row] = ServerHabit.all.flatMap { habit in
    ["stats.get", "notes.publish", "notes.delete"].flatMap { endpoint in
      Situation.allCases.map { Row(habit: habit, endpoint: endpoint, situation: $0) }
    }
  }

  @Test(arguments: rows)
  func `the verdict is right, or says that nothing can be known`(row: Row) async throws {
    let server = try HabitServer(row.habit, routes: row.routes)
    let environment = row.habit.hasCredentials ? ProbeContract.environment : [:]
    let result = try await ProbeBench.run(server, options: ProbeOptions(environment: environment))
    let verdict = try #require(result.verdict(row.endpoint))
    print(
      "ROW|\(row.habit)|\(row.endpoint)|\(row.situation.rawValue)|\(verdict.kind.rawValue)|\(verdict.confidence.rawValue)|\(verdict.sentence)|\(server.requests.count)"
    )
    #expect(server.effects.isEmpty)
  }
}
