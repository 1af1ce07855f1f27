import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import Testing

@testable import PlumblineMockEngine

/// A credential that was sent as a method by mistake.
@Suite struct MaskedMethodTests {
  private let request: Request
  private let contract: Contract
  private let redactor: Redactor

  init() throws {
    contract = try Shop.contract()
    var secrets = SecretTable()
    secrets.addGiven("Q7-Secret-Token")
    redactor = Redactor(contract, secrets)
    request = Request(method: try #require(HTTPMethod("Q7-Secret-Token")), target: "/items")
  }

  @Test func `the command of the journal has no credential for a method`() {
    let line = CurlLine.text(of: request, in: contract, redactor, baseURL: "http://127.0.0.1:8080")
    #expect(!line.contains("Q7-Secret-Token"), "\(line)")
    #expect(line.hasPrefix("curl -X ") && line.contains("•••"), "\(line)")
  }

  @Test func `what a finding shows of its exchange has no credential for a method`() {
    let exchange = Exchange(request: request, response: Response(status: 405))
    let shown = ExchangeView(exchange, of: contract, by: redactor).shown(around: nil)
    #expect(shown.method == "•••")
  }
}
