import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine

/// Random contracts with state, and random requests to a mock of each. No response may break the contract, the state
/// must stay within its limits, and a reset must restore the initial state.
///
/// Length: 600
package enum StateTarget {
  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    var choices = Choices(input)
    let random = RandomContract(&choices)
    let file = ContractLoader.File(name: "contract.json", path: "contract.json", bytes: Array(random.text.utf8))
    let result = ContractLoader.load([file])
    guard let contract = result.contract else { preconditionFailure("\(result.problems)\n\(random.text)") }
    var configuration = SessionDirectory.Configuration()
    configuration.options.items = choices.one(of: [
      ItemLimits(), ItemLimits(count: 4), ItemLimits(bytes: 3000), ItemLimits(answer: 2000),
    ])
    var run = StateStory(contract, random, configuration)
    run.tell(&choices)
  }
}

/// A mock and the requests that it receives.
private struct StateStory {
  let contract: Contract
  let random: RandomContract
  let limits: ItemLimits
  let directory: SessionDirectory
  let inspector: Inspector
  /// The keys that occurred in responses, as strings.
  var keys: [String] = ["1"]
  /// A Boolean value that indicates whether the mock was steered, after which it may send responses that aren't
  /// promised.
  var isSteered = false
  /// The most recent requests and responses, for finding the cause of a failure.
  var history: [String] = []
  /// A credential that the mock issued.
  var token = "ada-token"

  private var mock: MockSession { directory.main.mock }

  init(_ contract: Contract, _ random: RandomContract, _ configuration: SessionDirectory.Configuration) {
    self.contract = contract
    self.random = random
    limits = configuration.options.items
    directory = SessionDirectory(
      library: MockLibrary(contract: contract, recordings: []), configuration: configuration,
      clock: { 1_760_000_000_000 })
    inspector = Inspector(contract)
  }

  mutating func tell(_ choices: inout Choices) {
    let start = mock.collections
    for _ in 0..<(8 + choices.below(40)) {
      switch choices.below(24) {
      case 0: steer(&choices)
      case 1:
        directory.main.reset()
        isSteered = false
        precondition(mock.collections == start, "a reset doesn't bring back the start")
      default: call(&choices)
      }
    }
    directory.main.reset()
    precondition(mock.collections == start, "a reset doesn't bring back the start")
  }

  private mutating func call(_ choices: inout Choices) {
    let endpoint = choices.one(of: random.endpoints)
    let request = request(to: endpoint, &choices)
    let before = choices.once(in: 4) ? mock.collections : nil
    if let before {
      _ = mock.explain(request)
      precondition(mock.collections == before, "an explanation changes what is there")
    }
    let answer = directory.answer(to: request)
    history.append(
      "\(request.method) \(request.target) \(request.headers["Authorization"] ?? "") \(request.headers["Prefer"] ?? "") "
        + String(decoding: request.body.bytes ?? [], as: UTF8.self) + "\n  \(answer.response.status) "
        + String(decoding: answer.response.body.bytes ?? [], as: UTF8.self))
    if history.count > 12 { history.removeFirst() }
    check(answer, to: request)
    // Responses that a request asks for with `Prefer` are only shown, so they don't change any state.
    if !request.headers.contains("prefer") { note(answer, of: endpoint) }
  }

  /// Checks that a response doesn't violate the contract, and that nothing in it exceeds its maximum size.
  private func check(_ answer: OutgoingResponse, to request: Request) {
    let response = answer.response
    let body = response.body.bytes ?? []
    precondition(body.count <= limits.answer + 8192, "an answer of \(body.count) bytes")
    if let items = mock.collections {
      for (name, collection) in items.members where collection.kind == .array {
        precondition(collection.count <= max(limits.count, 8), "\(name) holds \(collection.count) items")
      }
    } else {
      precondition(limits.answer < 5000, "what is remembered isn't shown")
    }
    guard !isSteered, response.status != 507 else { return }
    let drift = inspector.inspect(Exchange(request: request, outcome: answer.outcome))
    // An undocumented member of a response comes from a request that had it inside a documented member, which is stored
    // as it was sent. The same is true of a duplicate member in a body that isn't JSON as a whole, such as a part of a
    // form.
    let sent: [Rule] = [.response.field.undocumented, .response.duplicateMember]
    let wrong = drift.filter {
      $0.rule.id.hasPrefix("response.") && $0.severity > .notice && !sent.contains($0.rule)
    }
    precondition(
      wrong.isEmpty,
      "the mock breaks its contract: \(wrong.map { "\($0.rule) \($0.pointer ?? "") \($0.message)" })\n\(story)")
  }

  private var story: String { random.text + "\n" + history.joined(separator: "\n") }

  /// Checks that responses are consistent, so that created items exist and deleted ones don't.
  private mutating func note(_ answer: OutgoingResponse, of endpoint: RandomContract.Endpoint) {
    let response = answer.response
    guard !isSteered, (200..<300).contains(response.status) else { return }
    let body = response.body.bytes.flatMap { try? JSONDocument.parse($0, limits: JSONLimits(depth: .max)).root }
    let payload = body.flatMap(contract.payload)
    if endpoint.id == "auth.login", let given = payload?["token"]?.string { token = given }
    guard let key = payload?["id"], endpoint.id.hasPrefix("items.") else { return }
    let text = key.string ?? key.int.map { String($0) } ?? key.text
    keys.append(text)
    if keys.count > 12 { keys.removeFirst() }
    guard random.key != nil, !random.asksWho, ["items.create", "items.update"].contains(endpoint.id) else { return }
    guard contract.collections.first(where: { $0.name == "items" })?.per.isEmpty ?? true else { return }
    let read = directory.answer(to: Request(method: .get, target: "/items/" + PercentEncoding.encode(text))).response
    guard read.status == 200 else {
      precondition(
        text.isEmpty || text == "." || text == "..", "what was made isn't there: \(text) \(read.status)\n\(story)")
      return
    }
    let again = read.body.bytes.flatMap { try? JSONDocument.parse($0, limits: JSONLimits(depth: .max)).root }
    let shown = again.flatMap(contract.payload)
    precondition(
      shown == payload, "what was made is \(payload?.text ?? ""), what is there \(shown?.text ?? "")\n\(story)")
  }
}

/// Requests, most of which are nearly valid.
extension StateStory {
  private mutating func request(to endpoint: RandomContract.Endpoint, _ choices: inout Choices) -> Request {
    var target = endpoint.path
    if let tail = endpoint.tail {
      let key = choices.once(in: 6) ? plain(choices.one(of: HostileTexts.all)) : choices.one(of: keys)
      target += PercentEncoding.encode(key) + tail
    } else if endpoint.path.hasSuffix("/") {
      target += "own"
    }
    let query = choices.some(of: endpoint.query, once: 4)
    for (index, name) in query.enumerated() {
      let sane = ["1", "2", "name", "count", "asc", "desc", "a", "open", "2026-11-22", "status"]
      let value = choices.once(in: 3) ? plain(choices.one(of: HostileTexts.all)) : choices.one(of: sane)
      target += (index == 0 ? "?" : "&") + name + "=" + PercentEncoding.encode(value)
    }
    var headers = HeaderFields()
    if random.asksWho || choices.once(in: 3) {
      headers.append(
        name: "Authorization", value: "Bearer " + choices.one(of: ["ada-token", "ben-token", token, "nobody's"]))
    }
    if choices.once(in: 12) {
      headers.append(
        name: "Prefer",
        value: choices.one(of: [
          "code=404", "code=200, explain", "wait=1", "example=conflict", "code=\"", "code=99999999999999999999",
        ]))
    }
    var body = Body.empty
    if endpoint.hasBody {
      headers.append(name: "Content-Type", value: choices.once(in: 12) ? "text/plain" : "application/json")
      body = Body(text(of: endpoint, &choices))
    }
    let isOdd = choices.once(in: 24)
    let method = isOdd ? choices.one(of: ["HEAD", "OPTIONS", "PUT", "BREW"]) : endpoint.method
    return Request(method: HTTPMethod(method) ?? .get, target: target, headers: headers, body: body)
  }

  /// Returns a JSON value as it's written in a path or a query.
  private func plain(_ json: String) -> String {
    (try? JSON.parse(Array(json.utf8)))?.string ?? json
  }

  private mutating func text(of endpoint: RandomContract.Endpoint, _ choices: inout Choices) -> String {
    if endpoint.id == "auth.login", choices.below(4) > 0 {
      return choices.one(of: [
        #"{"name":"ada","password":"demo"}"#, #"{"name":"ben","password":"demo"}"#, #"{"name":"ada"}"#,
      ])
    }
    if choices.once(in: 10) { return choices.one(of: HostileTexts.all) }
    let all = [random.key].compactMap { $0 } + random.members
    var members = choices.some(of: all).map { member -> String in
      let value = choices.once(in: 8) ? choices.one(of: HostileTexts.all) : choices.one(of: member.values)
      return "\"\(member.name)\":\(value)"
    }
    if choices.below(2) == 0 {
      members.append("\"by\":\(choices.one(of: ["1", "-1", "5", "9223372036854775807", "0"]))")
    }
    if choices.once(in: 10) { members.append("\"strange\":\(choices.one(of: HostileTexts.all))") }
    return "{\(members.joined(separator: ","))}"
  }

  /// Steers the mock through the control interface, with overrides, faults and the journal.
  private mutating func steer(_ choices: inout Choices) {
    let value = choices.one(of: HostileTexts.all)
    let endpoint = choices.one(of: ["items.list", "items.create", "items.*", "nothing"])
    let (method, path, body): (String, String, String) = choices.one(of: [
      ("GET", "state", ""), ("GET", "journal?limit=3&status=200", ""),
      ("GET", "journal?after=-9223372036854775808", ""),
      ("GET", "journal/1", ""), ("GET", "journal/99999999999999999999", ""), ("DELETE", "journal", ""),
      ("GET", "coverage", ""),
      (
        "POST", "overrides",
        #"{"endpoint":"\#(endpoint)","status":\#(choices.one(of: ["418", "204", "99", "100", "599"]))}"#
      ),
      ("POST", "overrides", #"{"endpoint":"\#(endpoint)","failure":"conflict","times":\#(value)}"#),
      ("PUT", "overrides", #"{"overrides":[{"endpoint":"\#(endpoint)","recording":\#(value)}]}"#),
      ("DELETE", "overrides", ""),
      ("PUT", "faults", #"{"faults":[{"fault":\#(value),"share":0.5}],"seed":\#(value)}"#),
      (
        "PUT", "faults",
        #"{"faults":[{"fault":"\#(choices.one(of: ["reset", "truncate", "500", "malformed", "drop", "slow"]))","times":3}]}"#
      ),
      ("PUT", "delays", #"{"delays":[{"delay":\#(value)}]}"#),
      ("PUT", "delays", #"{"delays":[{"delay":"9999999999999999999s"}]}"#),
      ("POST", "sessions", #"{"name":\#(value)}"#), ("DELETE", "sessions/main", ""), ("GET", "endpoints", ""),
    ])
    var headers: HeaderFields = ["Host": "localhost"]
    if !body.isEmpty { headers.append(name: "Content-Type", value: "application/json") }
    let request = Request(
      method: HTTPMethod(method) ?? .get, target: "/__plumbline/" + path, headers: headers, body: Body(body))
    let response = directory.answer(to: request).response
    precondition(
      (200..<500).contains(response.status) || response.status == 507, "\(method) \(path) \(body): \(response.status)")
    if method != "GET" { isSteered = true }
  }
}
