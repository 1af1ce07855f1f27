import PlumblineTesting
import TestSupport
import Testing

/// The trait as a suite uses it. Every test here also verifies that no drift goes unreported.
@Suite(.plumbline("kiosk")) struct TraitTests {
  private let kiosk: Kiosk

  /// A suite's `init` runs within the scope of its test, so the mock exists.
  init() throws {
    kiosk = try Kiosk()
  }

  @Test func `each test has a mock of its own, beside the contracts above its file`() async throws {
    let mock = try MockedService.current
    #expect(kiosk.mock === mock)
    #expect(mock.service == "kiosk")
    #expect(mock.url.absoluteString == mock.baseURL)
    #expect(mock.baseURL == "http://127.0.0.1:\(mock.port)")
    let paper = try await kiosk.get("/papers/herald")
    #expect(paper.status == 200)
    #expect(paper.text.contains("Herald"))
  }

  @Test(arguments: 0..<12)
  func `cases that run at once don't see what the others order`(number: Int) async throws {
    #expect(try await kiosk.order("paper-\(number)").status == 201)
    let orders = try await kiosk.get("/orders").text
    #expect(orders.contains("paper-\(number)"))
    #expect(orders.split(separator: "\"paper\"").count == 3, "the seed and one more: \(orders)")
    #expect(kiosk.mock.exchanges.map(\.endpoint) == ["orders.create", "orders.list"])
  }

  @Test(arguments: 0..<12)
  func `overrides and faults stay within their case`(number: Int) async throws {
    switch number % 3 {
    case 0: try kiosk.mock.override("papers.get", with: .failure("soldOut"))
    case 1: try kiosk.mock.inject(.status(503).on("papers.*"))
    default: break
    }
    #expect(try await kiosk.get("/papers/herald").status == [404, 503, 200][number % 3])
  }

  @Test func `an override is used up, or taken away`() async throws {
    try kiosk.mock.override("papers.get", with: .failure("soldOut"), times: 1)
    #expect(try await kiosk.get("/papers/herald").status == 404)
    #expect(try await kiosk.get("/papers/herald").status == 200)
    try kiosk.mock.override("papers.get", with: .status(404))
    #expect(try await kiosk.get("/papers/herald").status == 404)
    kiosk.mock.removeOverrides(of: "papers.get")
    #expect(try await kiosk.get("/papers/herald").status == 200)
  }

  @Test func `a test writes an answer down, or makes one of the request`() async throws {
    try kiosk.mock.override(
      "papers.get", with: .json(#"{"ok": true, "result": {"name": "Extra", "price": 1}}"#), times: 1)
    let written = try await kiosk.get("/papers/herald")
    #expect(written.status == 200)
    #expect(written.text.contains("Extra"))
    try kiosk.mock.override(
      "papers.get",
      with: .made { request in
        .json(#"{"ok": true, "result": {"name": "\#(request.target.split(separator: "/").last ?? "")", "price": 2}}"#)
      })
    for name in ["herald", "times", "herald"] {
      #expect(try await kiosk.get("/papers/\(name)").text.contains(#""name": "\#(name)""#))
    }
    #expect(throws: MockError.self) {
      try kiosk.mock.override("papers.get", with: .response(MockResponse(status: 99)))
    }
  }

  @Test func `the newest fault strikes first, and is removed on request`() async throws {
    try kiosk.mock.inject(.status(500))
    try kiosk.mock.inject(.status(418).times(1))
    #expect(try await kiosk.get("/papers/herald").status == 418)
    #expect(try await kiosk.get("/papers/herald").status == 500)
    kiosk.mock.removeFaults()
    #expect(try await kiosk.get("/papers/herald").status == 200)
  }

  @Test func `what a fault does to an answer is no drift`() async throws {
    try kiosk.mock.inject(.empty.times(1))
    #expect(try await kiosk.get("/papers/herald").body == [])
    try kiosk.mock.inject(.offline)
    await #expect(throws: RawConnection.Failure.self) { try await kiosk.get("/papers/herald") }
    #expect(kiosk.mock.exchanges.map(\.fault) == ["empty", "offline"])
    #expect(kiosk.mock.drift == [])
  }

  @Test func `a reset forgets overrides and the journal`() async throws {
    try await kiosk.order("gazette")
    try kiosk.mock.override("orders.list", with: .failure("unknownKey"))
    try kiosk.mock.inject(.offline)
    try kiosk.mock.delay(by: .seconds(600))
    kiosk.mock.reset()
    let orders = try await kiosk.get("/orders")
    #expect(orders.status == 200)
    #expect(!orders.text.contains("gazette"))
  }

  @Test func `exchanges tell what was asked and what answered`() async throws {
    try await kiosk.order("gazette")
    try await kiosk.get("/papers/herald")
    let order = try #require(kiosk.mock.exchanges(of: "orders.create").first)
    #expect(order.method == "POST")
    #expect(order.target == "/orders")
    #expect(order.requestBody == "{\"paper\":\"gazette\"}")
    #expect(order.status == 201)
    #expect(order.responseBody.contains("gazette"))
    #expect(order.header("x-kiosk-key") == "reader-key")
    #expect(kiosk.mock.exchanges(of: "papers.get").map(\.answeredBy) == ["papers.get/herald"])
  }

  @Test(.plumbline("kiosk", persona: "keeper", faults: [.status(503).on("papers.get")]))
  func `the trait of a test goes before that of its suite`() async throws {
    let current = try MockedService.current("kiosk")
    #expect(kiosk.mock === current)
    #expect(try await kiosk.get("/papers/herald").status == 503)
    #expect(try await Kiosk(kiosk.mock, key: nil).get("/orders").status == 200)
  }

  @Test func `a refusal that the contract has is no drift`() async throws {
    #expect(try await Kiosk(kiosk.mock, key: nil).get("/orders").status == 401)
  }

  @Test func `credentials are those that the mock accepts`() throws {
    #expect(try kiosk.mock.credentials() == ["key": "reader-key"])
    #expect(try kiosk.mock.credentials(of: "keeper") == ["key": "keeper-key"])
    #expect(throws: MockError.self) { try kiosk.mock.credentials(of: "keper") }
  }

  @Test func `what the service doesn't have can't be asked for`() throws {
    let mock = kiosk.mock
    #expect(throws: MockError.self) { try mock.override("papers.got", with: .failure("soldOut")) }
    #expect(throws: MockError.self) { try mock.override("papers.get", with: .failure("soldIn")) }
    #expect(throws: MockError.self) { try mock.inject(.offline.on("magazines.*")) }
    #expect(throws: MockError.self) { try mock.inject(.status(200)) }
    #expect(throws: MockError.self) { try mock.inject(.offline.share(2)) }
    #expect(throws: MockError.self) { try mock.delay(by: .seconds(601)) }
    #expect(throws: MockError.self) { try mock.waive("request.heder.*", because: "It is mistyped.") }
    #expect(throws: MockError.self) { try MockedService.current("weather") }
  }
}
