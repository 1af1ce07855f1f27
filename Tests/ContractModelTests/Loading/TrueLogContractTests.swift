import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import TestSupport
import Testing

@Suite struct TrueLogContractTests {
  @Test func `the contract loads with no problem at all`() throws {
    let result = ContractLoader.load(try TrueLog.files())
    #expect(result.problems.map(\.description) == [])
    #expect(result.contract?.endpoints.count == 37)
    #expect(result.contract?.service == "truelog")
  }

  @Test func `every endpoint is found by its own request`() throws {
    let contract = try TrueLog.contract()
    for endpoint in contract.endpoints {
      let values = Dictionary(uniqueKeysWithValues: endpoint.path.map { ($0.name, "1") })
      let path = try #require(endpoint.request.template.expand(values))
      guard case .found(let found) = contract.router.route(endpoint.request.method, path: path) else {
        Issue.record("\(endpoint.request) leads nowhere")
        continue
      }
      #expect(found.id == endpoint.id)
    }
  }

  @Test func `the agent may update a ticket and the viewer may not`() throws {
    let contract = try TrueLog.contract()
    let endpoint = try #require(contract.endpoint("tickets.update"))
    func decide(_ name: String) throws -> AccessDecision {
      let persona = try #require(contract.persona(name))
      let headers = contract.headers(for: persona, endpoint).map { ($0.name, $0.value) }
      let request = Request(method: .put, target: "/api/v2/tickets/1042", headers: HeaderFields(headers))
      return AccessDecision.decide(request, to: endpoint, in: contract)
    }
    guard case .granted(let agent) = try decide("agent") else { throw Unexpected("the agent was refused") }
    #expect(agent?.name == "agent")
    guard case .forbidden(_, let viewer) = try decide("viewer") else { throw Unexpected("the viewer got in") }
    #expect(viewer?.name == "viewer")
  }

  @Test func `a wrong priority is reported in the words of the contract`() throws {
    let contract = try TrueLog.contract()
    let endpoint = try #require(contract.endpoint("tickets.update"))
    let request = Request(method: .put, target: "/api/v2/tickets/1042", body: Body(#"{"priority":"SOON"}"#))
    let faults = RequestValidation(RequestReading(request, for: endpoint), in: contract).faults()
    #expect(faults.map(\.text) == [#"body#/priority: "SOON" is not one of LOW, MEDIUM, HIGH, URGENT"#])
  }

  @Test func `pages are numbers although their schema is elsewhere`() throws {
    let contract = try TrueLog.contract()
    let endpoint = try #require(contract.endpoint("tickets.list"))
    let request = Request(method: .get, target: "/api/v2/tickets?page=2&per_page=1000")
    let reading = RequestReading(request, for: endpoint)
    #expect(reading.query("page")?.int == 2)
    let faults = RequestValidation(reading, in: contract).faults()
    #expect(faults.map(\.pointer.description) == ["/request/query/per_page"])
  }

  @Test func `bytes changed at random never crash the loader`() throws {
    let files = try TrueLog.files()
    var random = RandomNumbers(seed: 42)
    var refused = 0
    for _ in 0..<200 {
      var changed = files
      let index = Int.random(in: 0..<files.count, using: &random)
      var bytes = files[index].bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(Array("{}[]\",:/#1-".utf8).randomElement(using: &random) ?? 0, at: place)
        default:
          let end = min(bytes.count, place + Int.random(in: 1...200, using: &random))
          bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        }
      }
      changed[index] = ContractLoader.File(name: files[index].name, path: files[index].path, bytes: bytes)
      let result = ContractLoader.load(changed)
      if result.contract == nil { refused += 1 }
      #expect(result.contract != nil || result.problems.contains { $0.level == .error })
    }
    #expect(refused > 100)
  }

  @Test func `values swapped for others at random never crash the loader, and are refused or used`() throws {
    let files = try TrueLog.files()
    let strangers: [JSON] = [nil, true, 7, -1.5, "", "x", "#/", [], [[]], ["x"], [:], ["type": 7], ["$ref": "#"]]
    var random = RandomNumbers(seed: 7)
    for _ in 0..<200 {
      var changed = files
      let index = Int.random(in: 0..<files.count, using: &random)
      let root = try JSON.parse(files[index].bytes)
      var pointer = JSONPointer()
      var value = root
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        if let member = value.members.map({ $0 }).randomElement(using: &random) {
          pointer = pointer.appending(member.key)
          value = member.value
        } else if !value.elements.isEmpty {
          let element = Int.random(in: 0..<value.count, using: &random)
          pointer = pointer.appending(element)
          value = value[element] ?? value
        }
      }
      let stranger = strangers.randomElement(using: &random) ?? .null
      let bytes = root.replacing(pointer, with: stranger)?.serialized() ?? []
      changed[index] = ContractLoader.File(name: files[index].name, path: files[index].path, bytes: bytes)
      let result = ContractLoader.load(changed)
      #expect(
        (result.contract == nil) == result.problems.contains { $0.level == .error && !$0.isServable },
        "\(pointer): \(stranger)")
    }
  }
}
