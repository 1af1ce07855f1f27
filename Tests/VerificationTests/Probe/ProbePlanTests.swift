import Foundation
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import PlumblineWorkspace
import Synchronization
import TestSupport
import Testing

/// The requests of a run, which must all have been printed by a dry run, regardless of the server's responses.
@Suite struct ProbePlanTests {
  /// A contract of letters that a GET marks as read. Only their list can show that a letter doesn't exist.
  private static let letters = """
    { "plumbline": 1, "service": "post", "title": "Post", "envelope": null, "failures": { "notFound": { "status": 404 } },
      "collections": { "letters": { "item": { "type": "object" }, "key": "/id", "seed": [] } },
      "endpoints": {
        "letters.list": { "summary": "x", "request": "GET /letters", "source": "x",
          "success": { "200": { "body": { "type": "array" } } }, "state": { "action": "list", "collection": "letters" } },
        "letters.open": { "summary": "x", "request": "GET /letters/{letter}", "source": "x",
          "path": { "letter": { "type": "integer" } }, "success": { "200": { "body": { "type": "object" } } },
          "failures": ["notFound"],
          "state": { "action": "update", "collection": "letters", "key": "path.letter", "set": { "/read": { "const": 1 } } } },
        "letters.seal": { "summary": "x", "request": "POST /letters/{letter}/seal", "source": "x",
          "path": { "letter": { "type": "integer" } }, "success": { "204": {} }, "failures": ["notFound"] },
        "letters.burn": { "summary": "x", "request": "DELETE /letters/{letter}", "source": "x",
          "path": { "letter": { "type": "integer" } }, "success": { "204": {} }, "failures": ["notFound"] },
        "stamps.take": { "summary": "x", "request": "DELETE /letters/{letter}/stamps/{stamp}", "source": "x",
          "path": { "letter": { "type": "integer" }, "stamp": { "type": "integer" } },
          "alternatives": ["DELETE /v2/letters/{letter}/stamps/{stamp}"],
          "success": { "204": {} }, "failures": ["notFound"] },
        "stamps.list": { "summary": "x", "request": "GET /letters/{letter}/stamps", "source": "x",
          "path": { "letter": { "type": "integer" } }, "success": { "200": { "body": { "type": "array" } } },
          "failures": ["notFound"] }
      } }
    """

  /// A contract with parameters inside segments and across slashes, and with endpoints that differ in a query
  /// parameter.
  private static let store = """
    { "plumbline": 1, "service": "store", "title": "Store", "envelope": null,
      "failures": { "notFound": { "status": 404 } },
      "endpoints": {
        "tables.list": { "summary": "x", "request": "GET /tables", "source": "x",
          "success": { "200": { "body": { "type": "array" } } } },
        "tables.get": { "summary": "x", "request": "GET /tables/{table}.json", "source": "x",
          "path": { "table": { "type": "string" } }, "success": { "200": { "body": true } }, "failures": ["notFound"] },
        "tables.all": { "summary": "x", "request": "GET /{name}.csv", "source": "x",
          "path": { "name": { "type": "string" } }, "success": { "200": {} } },
        "jobs.cancel": { "summary": "x", "request": "POST /jobs/{job}:cancel", "source": "x",
          "path": { "job": { "type": "integer" } }, "success": { "204": {} }, "failures": ["notFound"] },
        "files.get": { "summary": "x", "request": "GET /files/{+path}", "source": "x",
          "path": { "path": { "type": "string" } }, "success": { "200": {} }, "failures": ["notFound"] },
        "files.remove": { "summary": "x", "request": "DELETE /files/{+path}", "source": "x",
          "path": { "path": { "type": "string" } }, "success": { "204": {} }, "failures": ["notFound"] },
        "users.find": { "summary": "x", "request": "QUERY /users", "source": "x", "success": { "200": { "body": true } } },
        "users.list": { "summary": "x", "request": "GET /", "source": "x",
          "when": { "query.Action": { "const": "ListUsers" }, "header.x-version": { "enum": ["2", "3"] } },
          "success": { "200": { "body": true } } }
      } }
    """

  private static func planned(_ endpoint: String) async throws -> [PlannedRequest] {
    let contract = ProbeContract.load(store)
    let probe = Probe(
      contract: contract, base: try BaseURL(parsing: "http://127.0.0.1:1"), options: ProbeOptions(allowsWrites: true),
      clock: ProbeClock(now: { 0 }, pause: { _ in })
    ) { Exchange(request: $0, response: Response(status: 404)) }
    return await ProbePlan(probe).requests(for: try #require(contract.endpoint(endpoint)))
  }

  @Test(arguments: [
    (
      "tables.get",
      ["/plumbline-nonsense/{table}.json", "/tableszq/{table}.json", "/tables/{table}.plumbline-nonsense"]
    ),
    ("tables.all", ["/plumbline-nonsense/{name}.csv"]),
    ("files.get", ["/plumbline-nonsense/{path}", "/fileszq/{path}"]),
    ("jobs.cancel", ["/jobs/1987654321:plumbline-nonsense", "/jobs/1987654321:cancelzq"]),
  ])
  func `a path that can't exist has the form of one that does`(endpoint: String, paths: [String]) async throws {
    let controls = try await Self.planned(endpoint).filter { $0.purpose.contains("can't exist") }.map(\.path)
    #expect(paths.allSatisfy(controls.contains), "\(Set(controls).sorted())")
  }

  @Test func `what a when asks for is sent`() async throws {
    let reads = try await Self.planned("users.list").filter { $0.method == .get && $0.path == "/" }
    #expect(!reads.isEmpty)
    for read in reads {
      #expect(read.line == "GET /?Action=ListUsers")
      #expect(read.headers.contains { $0.name.lowercased() == "x-version" && $0.value == "2" })
    }
  }

  private static func contract(_ name: String) throws -> Contract {
    switch name {
    case "store": return ProbeContract.load(store)
    case "shelf": return ProbeContract.contract
    case "post": return ProbeContract.load(letters)
    default:
      let root = repositoryRoot.path
      let workspace = try Workspace.find(contracts: "\(root)/Contracts", recordings: "\(root)/Recordings")
      return try #require(try workspace.load(named: [name]).first?.contract)
    }
  }

  @Test(
    arguments: ["shelf", "post", "store", "truelog", "realityportal", "photoscout"],
    [false, true])
  func `what is sent is part of the plan`(service: String, allowsWrites: Bool) async throws {
    let contract = try Self.contract(service)
    let options = ProbeOptions(allowsWrites: allowsWrites)
    let base = try BaseURL(parsing: "http://127.0.0.1:1")
    let clock = ProbeClock(now: { 0 }, pause: { _ in })
    let plan = ProbePlan(
      Probe(contract: contract, base: base, options: options, clock: clock) {
        Exchange(request: $0, response: Response(status: 404))
      })
    var planned: [PlannedRequest] = []
    for endpoint in contract.endpoints { planned += await plan.requests(for: endpoint) }
    var fitting: Set<String> = []
    for seed in 0..<40 as Range<UInt64> {
      let server = AnyServer(contract, seed: seed)
      let probe = Probe(contract: contract, base: base, options: options, clock: clock) {
        Exchange(request: $0, response: server.answer(to: $0))
      }
      _ = try await probe.run()
      for request in server.requests {
        let line = "\(request.method) \(request.path)"
        if fitting.contains(line) { continue }
        if planned.contains(where: { Self.fits(request, $0) }) {
          fitting.insert(line)
        } else {
          Issue.record("seed \(seed): \(line) wasn't planned")
        }
      }
    }
  }

  /// Returns a Boolean value that indicates whether a request is the planned one. The values of text in braces are
  /// known only when the request is sent.
  private static func fits(_ request: Request, _ planned: PlannedRequest) -> Bool {
    let (sent, said) = (request.path.split(separator: "/"), planned.path.split(separator: "/"))
    return request.method == planned.method && sent.count == said.count
      && zip(sent, said).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
  }
}

/// A server whose responses are random, but always the same for the same request.
private final class AnyServer: Sendable {
  private let contract: Contract
  private let seed: UInt64
  private let all = Mutex<[Request]>([])

  init(_ contract: Contract, seed: UInt64) {
    self.contract = contract
    self.seed = seed
  }

  var requests: [Request] { all.withLock { $0 } }

  func answer(to request: Request) -> Response {
    all.withLock { $0.append(request) }
    let isNonsense = request.path.contains("plumbline-nonsense") || request.path.contains("zq")
    let text = "\(request.method) \(request.path)"
    var numbers = RandomNumbers(
      seed: text.utf8.reduce(seed &* 0x9E37_79B9_7F4A_7C15) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    let nothing = Response(status: 404, headers: ["Content-Type": "text/plain"], body: Body("Nothing is here."))
    if request.method == .options {
      let allow = ["GET, OPTIONS", "GET", "GET, POST, OPTIONS", "POST", "GET, PUT, DELETE"].randomElement(
        using: &numbers)
      return isNonsense || Bool.random(using: &numbers)
        ? nothing : Response(status: 204, headers: ["Allow": allow ?? "GET"])
    }
    if isNonsense { return nothing }
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0, 1, 2: return nothing
    case 3, 4, 5: return json(404, failure("NO_SUCH_ITEM"))
    case 6, 7: return json(200, success([]))
    case 8: return json(200, success(["id": 7]))
    case 9: return Response(status: 405, headers: ["Allow": Bool.random(using: &numbers) ? "GET, POST" : "PUT, DELETE"])
    case 10: return json(401, failure("UNAUTHORIZED"))
    default: return json(422, failure("INVALID"))
    }
  }

  private func json(_ status: Int, _ body: JSON) -> Response {
    Response(status: status, headers: ["Content-Type": "application/json"], body: Body(body.serialized()))
  }

  private func success(_ payload: JSON) -> JSON {
    contract.envelope?.success(payload: payload) ?? payload
  }

  private func failure(_ code: String) -> JSON {
    contract.envelope?.failure(code: .word(code), message: "No.") ?? ["error": JSON(code)]
  }
}
