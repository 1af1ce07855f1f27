import PlumblineDriftDetection
import PlumblineHTTPMessages
import Testing

struct OutageTests {
  private let inspector = Notes.inspector

  @Test(arguments: TransportFailure.Kind.allCases)
  func `a transport failure is an outage, never drift`(kind: TransportFailure.Kind) {
    let failure = TransportFailure(kind: kind, message: "It failed.")
    let exchange = Exchange(request: Request(method: .get, target: "/notes/7"), outcome: .failure(failure))
    #expect(inspector.inspect(exchange) == [])
    #expect(inspector.outage(of: exchange)?.cause == .transport(failure))
  }

  @Test(arguments: [502, 503, 504, 520, 522, 527, 530])
  func `a gateway's answer is an outage, also where nothing is documented`(status: Int) {
    for target in ["/notes/7", "/nothing"] {
      let exchange = Exchange.made(
        target, status: status, answerHeaders: ["content-type": "text/html"], text: "<h1>Bad Gateway</h1>")
      #expect(inspector.inspect(exchange) == [])
      #expect(inspector.outage(of: exchange)?.cause == .status(status))
    }
  }

  @Test func `a documented 503 is judged like any failure`() {
    let kept = Exchange.made("/status", status: 503, .failure("MAINTENANCE"))
    #expect(inspector.outage(of: kept) == nil)
    #expect(inspector.inspect(kept) == [])
    let broken = Exchange.made("/status", status: 503, .failure("NO_IDEA"))
    #expect(inspector.inspect(broken).lines == ["response.envelope.error-code-undocumented /response/body/error"])
  }

  @Test func `a page is a gateway's where the contract has a 503 of its own`() {
    let page = Exchange.made(
      "/status", status: 503, answerHeaders: ["content-type": "text/html; charset=utf-8"], text: "<h1>nginx</h1>")
    #expect(inspector.outage(of: page)?.cause == .status(503))
    #expect(inspector.inspect(page) == [])
    let plain = Exchange.made("/status", status: 503, answerHeaders: ["content-type": "text/plain"], text: "Down")
    #expect(inspector.outage(of: plain) == nil)
  }

  @Test func `an answer of the server itself is no outage`() {
    #expect(inspector.outage(of: .reading(Notes.note)) == nil)
    #expect(inspector.outage(of: .made("/notes/7", status: 500, .failure("SERVER_ERROR"))) == nil)
  }

  @Test(arguments: [(true, true), (false, false)])
  func `a wish to wait is an outage where it says how long`(saysHowLong: Bool, isOutage: Bool) {
    let exchange = Exchange.made(
      "/notes/7", status: 429, answerHeaders: saysHowLong ? ["retry-after": "2"] : [:], text: "Slowly!")
    #expect((inspector.outage(of: exchange) != nil) == isOutage)
    #expect(inspector.inspect(exchange).isEmpty == isOutage)
  }
}
