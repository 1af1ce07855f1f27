import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineInference
import Testing

/// Bodies without a content type.
@Suite struct BodyKindTests {
  private func push(_ body: [UInt8], _ type: String? = nil) -> Exchange {
    var headers = HeaderFields()
    if let type { headers.append(name: "Content-Type", value: type) }
    return Exchange(
      request: Request(method: .put, target: "/v2/blob", headers: headers, body: Body(body)),
      response: Response(status: 201, headers: [:], body: .empty))
  }

  private func types(_ exchanges: [Exchange]) throws -> [String] {
    try drafted(exchanges)?.content.map(\.mediaType) ?? []
  }

  private func drafted(_ exchanges: [Exchange]) throws -> RequestBody? {
    let draft = ContractInference(service: "registry", source: "a test")
      .draft(exchanges.compactMap { SeenExchange($0, origin: nil) })
    let loaded = ContractLoader.load(draft.files)
    let contract = try #require(loaded.contract, "\(loaded.problems)")
    #expect(loaded.problems.isEmpty, "\(loaded.problems)")
    let endpoint = try #require(contract.endpoints.first)
    for exchange in exchanges {
      let reading = RequestReading(exchange.request, for: endpoint)
      #expect(RequestValidation(reading, in: contract).faults().map(\.message) == [])
    }
    return endpoint.body
  }

  /// Returns a request whose body the capture doesn't contain.
  private func unknown(_ length: Int?, _ type: String? = nil) -> Exchange {
    var exchange = push([], type)
    exchange.request.body = .stream(BodyPipe(length: length, resume: {}))
    return exchange
  }

  private static let packed: [UInt8] = [0x1F, 0x8B, 0x08, 0x00]
  private static let json = Array(#"{ "a": 1 }"#.utf8)

  @Test func `bodies of no said kind that are JSON once and once not are opaque`() throws {
    #expect(try types([push(Self.packed), push(Self.json), push(Self.packed)]) == ["*/*"])
    #expect(try types([push(Self.json, "application/json"), push(Self.packed)]) == ["*/*"])
  }

  @Test func `a body that the capture lacks is of any kind, and required only where it was there`() throws {
    let nothing = try drafted([unknown(nil)])
    #expect(nothing?.content.map(\.mediaType) == ["*/*"])
    #expect(nothing?.isRequired == false)
    let large = try drafted([unknown(500)])
    #expect(large?.content.map(\.mediaType) == ["*/*"])
    #expect(large?.isRequired == true)
    let said = try drafted([unknown(nil, "application/gzip")])
    #expect(said?.content.map(\.mediaType) == ["application/gzip"])
    #expect(said?.isRequired == true)
    #expect(try types([push(Self.json), unknown(nil)]) == ["application/json"])
  }

  @Test func `exchanges without a captured body are counted in a capture, not in what a person wrote`() throws {
    func lacking(_ method: HTTPMethod, _ target: String, _ status: Int = 200) -> Exchange {
      Exchange(
        request: Request(method: method, target: target),
        response: Response(
          status: status, headers: ["Content-Type": "application/json"],
          body: .stream(BodyPipe(length: nil, resume: {}))))
    }
    let seen = [
      lacking(.get, "/items"), unknown(500), lacking(.head, "/items"), lacking(.get, "/items", 304),
      push(Self.json, "application/json"),
    ]
    func notes(_ isChosen: Bool) -> [String] {
      ContractInference(service: "shop", source: "a test")
        .draft(seen.compactMap { SeenExchange($0, origin: nil, isChosen: isChosen) }).notes
        .filter { $0.hasPrefix("bodies of ") }
    }
    #expect(notes(false) == ["bodies of 2 exchanges, which the capture lacks."])
    #expect(notes(true) == [])
  }

  @Test func `bodies of one kind are of that kind`() throws {
    #expect(try types([push(Self.packed), push(Self.packed)]) == ["application/octet-stream"])
    #expect(try types([push(Self.json), push(Self.json)]) == ["application/json"])
    #expect(
      try types([push(Self.json, "application/json"), push(Self.packed, "application/gzip")]) == [
        "application/json", "application/gzip",
      ])
  }

  @Test(arguments: [1, 2, 3, 21, 100])
  func `an object that contains its like is described, and accepted`(depth: Int) throws {
    let nested = String(repeating: #"{"a":"#, count: depth) + "{}" + String(repeating: "}", count: depth)
    for text in [nested, "[\(nested)]", #"[{ "id": 7, "name": "Dock", "tags": ["new"] }, \#(nested)]"#] {
      #expect(try types([push(Array(text.utf8), "application/json")]) == ["application/json"])
    }
  }
}
