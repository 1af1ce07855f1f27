import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import TestSupport
import Testing

@testable import PlumblineRecordings

/// The responses of an endpoint, found by their index and compared with a linear search.
@Suite struct EndpointAnswersTests {
  private typealias Entry = EndpointResponses.Entry

  private static let telling: Set<String> = ["accept", "x-called"]
  private static let members = [
    #""a": 1"#, #""a": "x""#, #""a": null"#, #""b": []"#, #""b": [1]"#, #""b": [null]"#, #""c": { "d": 1 }"#,
    #""c": { "e": null }"#, #""c": {}"#, #""17": 1"#, #""list": [{ "a": 1 }, {}]"#, #""list": [{ "a": 1, "b": 2 }]"#,
  ]
  private static let requests = [
    "", #"{ "n": 1 }"#, #"{ "n": 1.0 }"#, #"{ "n": 2 }"#, "bytes",
    #"{ "jsonrpc": "2.0", "method": "read", "params": [1], "id": 1 }"#,
    #"{ "jsonrpc": "2.0", "method": "read", "params": [1], "id": 2 }"#,
    #"{ "jsonrpc": "2.0", "method": "read", "params": [2], "id": 3 }"#,
  ]

  private static func one<Value>(_ values: [Value], _ random: inout RandomNumbers) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private func request(_ random: inout RandomNumbers) -> Request {
    let target = Self.one(["/find/ada", "/find/ada?n=1", "/find/ada?n=2", "/find/ada?n=1&n=2", "/find/ben"], &random)
    var headers: HeaderFields = [:]
    for (name, value) in [("X-Called", "a"), ("X-Called", "b"), ("X-Request-Id", "1"), ("X-Request-Id", "2")]
    where Int.random(in: 0..<5, using: &random) == 0 {
      headers[name] = value
    }
    let body = Self.one(Self.requests, &random)
    if body == "bytes" { headers["Content-Type"] = "application/octet-stream" }
    return Request(method: .post, target: target, headers: headers, body: Body(body))
  }

  private func response(_ random: inout RandomNumbers) -> Response {
    let status = Self.one([200, 200, 200, 201, 404, 422, 401, 403, 500], &random)
    var headers: HeaderFields = ["Content-Type": Self.one(["application/json", "application/problem+json"], &random)]
    if Int.random(in: 0..<6, using: &random) == 0 { headers["Location"] = Self.one(["/a", "/b"], &random) }
    if Int.random(in: 0..<4, using: &random) == 0 { headers["ETag"] = Self.one(["1", "2"], &random) }
    if Int.random(in: 0..<6, using: &random) == 0 { return Response(status: status, headers: headers, body: .empty) }
    if Int.random(in: 0..<8, using: &random) == 0 {
      return Response(status: status, headers: headers, body: Body(Self.one(["no JSON", "{ broken"], &random)))
    }
    let members = (0..<Int.random(in: 0..<4, using: &random)).map { _ in Self.one(Self.members, &random) }
    return Response(status: status, headers: headers, body: Body("{ \(members.joined(separator: ", ")) }"))
  }

  /// Returns a recording with a name. Every fourth recording is a step of a sequence.
  private func entry(_ name: String, _ contract: Contract, _ random: inout RandomNumbers) throws -> Entry {
    let endpoint = try #require(contract.endpoint("people.find"))
    let response = response(&random)
    let number = Int.random(in: 1...16, using: &random)
    let recording = Recording(
      endpoint: endpoint.id, name: name, provenance: Provenance(kind: .recorded, on: "2026-11-21", from: nil),
      caller: Self.one([.nobody, .persona("agent"), .persona("viewer")], &random),
      exchange: Exchange(request: request(&random), response: response), requestBody: nil, responseBody: nil,
      bindings: [], step: number > 4 ? nil : Recording.Step(sequence: "steps", number: number),
      location: SourceLocation(file: "x.json", line: 1, column: 1))
    let outlines = ResponseOutlines(of: response, from: endpoint, in: contract)
    return Entry(
      recording: recording, likeness: RequestLikeness(recording, at: endpoint, in: contract),
      shape: ResponseShape(response, outlines, errorCode: nil),
      file: Self.one([nil, 1], &random))
  }

  private func compareRivals(_ index: EndpointResponses, _ scan: AnswerScan, _ probe: Entry, isExact: Bool) {
    let rivals = index.rivals(of: probe.likeness, status: probe.status, isExact: isExact)
    let all = scan.recorded(probe.likeness, status: probe.status, telling: isExact ? nil : Self.telling)
    #expect(rivals.count == all.count)
    #expect(rivals.isEmpty == all.isEmpty)
    #expect(rivals.first?.recording.id == all.first?.recording.id)
    #expect(rivals.last?.recording.id == all.last?.recording.id)
    #expect(rivals.firstName == all.map(\.recording.name).min())
    #expect(rivals.mayBeSteps == all.allSatisfy { $0.file != nil && Recording.mayBeStep($0.status) })
    #expect(rivals.areNew == all.allSatisfy { $0.file != nil })
    #expect(rivals.hasStepBefore == all.contains { $0.file == nil && $0.recording.step != nil })
    let same = all.first { AnswerScan.isSame($0.recording.response, probe.recording.response) }
    #expect(rivals.first(of: probe.answer)?.recording.id == same?.recording.id)
    #expect(rivals.first(at: probe.status)?.recording.id == all.first { $0.status == probe.status }?.recording.id)
    let older = all.filter { $0.file == nil && $0.status == probe.status }
    let before = older.first { $0.shape == probe.shape } ?? older.first
    #expect(rivals.before(probe.shape)?.recording.id == before?.recording.id)
    let broken = all.first { $0.status >= 400 }
    #expect(rivals.first { $0.status >= 400 }?.recording.id == broken?.recording.id)
  }

  private func compare(_ index: EndpointResponses, _ scan: AnswerScan, _ probe: Entry) {
    compareRivals(index, scan, probe, isExact: false)
    compareRivals(index, scan, probe, isExact: true)
    let (status, query) = (probe.status, probe.likeness.query)
    #expect(index.entries.map(\.recording.id) == scan.entries.map(\.recording.id))
    #expect(index.nearest(to: probe.shape)?.recording.id == scan.nearest(to: probe.shape)?.recording.id)
    let named = scan.entries.first { $0.recording.name == probe.recording.name }
    #expect(index.first(named: probe.recording.name)?.recording.id == named?.recording.id)
    #expect(index.first(at: status)?.recording.id == scan.entries.first { $0.status == status }?.recording.id)
    let asked = scan.entries.first { $0.status == status && $0.likeness.query == query }
    #expect(index.asked(query, at: status)?.recording.id == asked?.recording.id)
    #expect(
      index.count(ofNamesIn: query, at: status)
        == scan.entries.count { $0.status == status && $0.likeness.query.keys == query.keys })
    let (shown, scanned) = (index.shown, scan.shown)
    #expect(shown.news(in: probe.shape) == scanned.news(in: probe.shape))
    for place in probe.shape.traits.compactMap(\.place) {
      #expect(shown.hasShown(place, in: probe.shape.kind) == scanned.hasShown(place, in: probe.shape.kind))
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `what the index of answers finds is what a look at all of them finds`(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    let contract = try Shop.contract()
    let index = EndpointResponses(telling: Self.telling)
    var scan = AnswerScan()
    // Groups of requests are created when they're requested, before or after the first responses.
    let start = Int.random(in: 0..<20, using: &random)
    for number in 0..<60 {
      let old = scan.entries.randomElement(using: &random)
      if let old, Int.random(in: 0..<3, using: &random) == 0 {
        let entry = try entry(old.recording.name, contract, &random)
        let losses = scan.losses(of: old, to: entry.shape)
        scan.replace(old.recording.id, with: entry)
        index.replace(old.recording.id, with: entry)
        #expect(index.losses(of: old.shape).map(\.trait) == losses)
      } else {
        let name = Self.one(["success", "m", "z"], &random) + "-\(number)"
        let entry = try entry(name, contract, &random)
        scan.add(entry)
        index.add(entry)
      }
      guard number >= start else { continue }
      compare(index, scan, try entry("success-\(number)", contract, &random))
      if let known = scan.entries.randomElement(using: &random) { compare(index, scan, known) }
    }
  }

  @Test func `a replacement of no known recording is one more`() throws {
    var random = RandomNumbers(seed: 1)
    let contract = try Shop.contract()
    let index = EndpointResponses(telling: Self.telling)
    index.replace("people.find/gone", with: try entry("new", contract, &random))
    #expect(index.entries.map(\.recording.name) == ["new"])
  }

  @Test func `an answer that was kept is known among many, and those that show something new are all kept`() throws {
    let agent: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer agent-token"]
    let again = Shop.exchange(.get, "/items/7", agent, answer: #"{ "data": { "m7x": 1 }, "ok": true }"#)
    let captures = (0..<150).map {
      Shop.exchange(.get, "/items/7", agent, answer: #"{ "ok": true, "data": { "m\#($0)x": 1 } }"#)
    }
    let plan = try Shop.plan(captures + [again, again]) { $0.isOnePerAnswer = false }
    #expect(plan.files.count == 150)
    #expect(plan.files.count { $0.recording.step != nil } == 100)
    #expect(plan.files.count { $0.times == 3 } == 1)
    #expect(plan.skips == [])
    #expect(Set(plan.ids).count == 150)
  }

  @Test func `numbers of names go on from the last one`() {
    var numbers = RecordingNumbers()
    var taken: Set<String> = ["a", "a-2", "b", "b-red"]
    var asked: [String] = []
    func free(_ stem: String, _ differences: [String] = []) -> String {
      let name = numbers.free(stem, differences) { name in
        asked.append(name)
        return taken.contains(name)
      }
      taken.insert(name)
      return name
    }
    let first = free("a")
    #expect(first == "a-3")
    asked = []
    let second = free("a")
    #expect(second == "a-4")
    #expect(asked == ["a-3", "a-4"])
    let other = free("b", ["Red"])
    #expect(other == "b-red-2")
    let plain = free("c")
    #expect(plain == "c")
  }
}
