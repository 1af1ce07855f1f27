import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineVerification
import Testing

struct WriteRuleTests {
  private func refusal(of endpoint: String, on url: String, allowsWrites: Bool) throws -> String? {
    let target = Target.server(try BaseURL(parsing: url), EchoResponder())
    return try WriteRule(target: target, contract: Notes.contract, allowsWrites: allowsWrites)
      .refusal(of: Notes.endpoint(endpoint))
  }

  @Test func `a mock may be written to`() throws {
    let rule = WriteRule(target: .mock(Notes.library), contract: Notes.contract, allowsWrites: false)
    #expect(rule.refusal(of: try Notes.endpoint("notes.add")) == nil)
  }

  @Test func `a real server needs the user's word`() throws {
    let reason = try refusal(of: "notes.add", on: "http://127.0.0.1:1", allowsWrites: false)
    #expect(reason == "it may change data on the server; --allow-writes permits it")
    #expect(try refusal(of: "notes.add", on: "http://127.0.0.1:1", allowsWrites: true) == nil)
  }

  @Test(arguments: ["notes.get", "notes.search"], ["http://127.0.0.1:1", "https://notes.example/api"])
  func `what changes nothing may always run`(endpoint: String, url: String) throws {
    #expect(try refusal(of: endpoint, on: url, allowsWrites: false) == nil)
  }

  @Test(arguments: [
    "https://notes.example/api", "https://notes.example", "https://notes.example/", "https://NOTES.example/api/",
    "HTTPS://Notes.Example:443", "https://notes.example:443/other/path", "https://notes.example.",
    "http://notes.example",
    "https://notes.example:8443", "https://notes%2Eexample/",
  ])
  func `a server with "writes": "never" is never written to, however it is spelled`(url: String) throws {
    for allowsWrites in [true, false] {
      let reason = try #require(try refusal(of: "notes.add", on: url, allowsWrites: allowsWrites))
      #expect(reason == "the contract forbids writing to production (https://notes.example/api)")
    }
  }

  @Test func `a protected server's bare address is that server, and so is a name of a protected address`() throws {
    let address = Machine(try BaseURL(parsing: "http://192.0.2.7"))
    func reason(_ url: String, in contract: Contract, leadingTo machine: Machine) throws -> String? {
      WriteRule.prohibition(of: try BaseURL(parsing: url), in: contract) { _ in [machine] }
    }
    #expect(try reason("https://192.0.2.7:8443", in: Notes.contract, leadingTo: address) != nil)
    #expect(try reason("https://192.0.2.8", in: Notes.contract, leadingTo: address) == nil)
    #expect(try reason("https://shared.example", in: Notes.contract, leadingTo: address) == nil)
    let loopback = Notes.protecting("http://127.0.0.1:7")
    let here = Machine(try BaseURL(parsing: "http://127.0.0.1:7"))
    #expect(try reason("http://workstation:7", in: loopback, leadingTo: here) != nil)
    #expect(
      try reason("http://workstation:8", in: loopback, leadingTo: Machine(BaseURL(parsing: "http://[::1]:8"))) == nil)
  }

  @Test(arguments: ["https://api.notes.example", "https://notes.example.org", "http://127.0.0.1:1"])
  func `another machine is another server`(url: String) throws {
    #expect(try refusal(of: "notes.add", on: url, allowsWrites: true) == nil)
  }
}
