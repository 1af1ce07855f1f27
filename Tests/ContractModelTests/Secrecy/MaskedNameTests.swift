import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Names of members, parameters and header fields. A secret among them is masked, but a word that happens to be a
/// secret isn't.
@Suite struct MaskedNameTests {
  private func redactor(_ secrets: String...) -> Redactor {
    var table = SecretTable()
    for secret in secrets { table.addCredential(secret, as: Redactor.mask) }
    return Redactor(nil, table)
  }

  @Test func `a secret that is a plain word masks values, and no member's name`() throws {
    let body = try JSON.parse(#"{"code":"code","category":[{"code":1}],"text":"the category"}"#)
    let shown = redactor("code", "category").json(body)
    #expect(shown.text == #"{"code":"•••","category":[{"code":1}],"text":"the •••"}"#)
    #expect(redactor("code", "category").name("code") == "code")
  }

  @Test(arguments: ["q7planted", "correct-horse-battery", "abc123"])
  func `a secret that is no plain word is masked as a name`(secret: String) throws {
    let redactor = redactor(secret)
    #expect(redactor.name(secret) == "•••")
    let body = try JSON.parse(#"{"\#(secret)":1}"#)
    #expect(redactor.json(body).text == #"{"•••":1}"#)
    #expect(redactor.fields(["X-Note-\(secret)": "1"]).map(\.name) == ["X-Note-•••"])
    #expect(redactor.target(of: Request(method: .get, target: "/a?\(secret)=1&b=2")) == "/a?•••=1&b=2")
    #expect(redactor.fields(["Cookie": "\(secret)=x"]).map(\.value) == ["•••=•••"])
  }

  @Test func `a credential that was given to the tool is masked as a name, whatever word it is`() throws {
    var table = SecretTable()
    table.addGiven("sekrit")
    #expect(try Redactor(nil, table).json(JSON.parse(#"{"sekrit":1,"b":"sekrit"}"#)).text == #"{"•••":1,"b":"•••"}"#)
  }

  @Test func `what has no name in a query is a value as well`() {
    #expect(redactor("code").target(of: Request(method: .get, target: "/a?code")) == "/a?•••")
    #expect(redactor("code").target(of: Request(method: .get, target: "/a?code=1")) == "/a?code=1")
  }

  @Test func `the gate masks what it knows and nothing that only looks like a secret`() {
    var gate = SecretGate()
    #expect(gate.lines("password=hunter2") == "password=hunter2")
    gate.add("Q7-Secret-Token")
    gate.add("code")
    #expect(gate.lines("GET /a?x=Q7-Secret-Token password=hunter2") == "GET /a?x=••• password=hunter2")
    #expect(gate.lines("x-q7-secret-token: code") == "x-•••: •••")
    #expect(gate.document(#"{"code":"Q7-Secret-Token"}"#) == #"{"code":"•••"}"#)
  }

  @Test(arguments: [
    "X-zq8Secret-7f3a9c1d2e", "x-zq8secret-7f3a9c1d2e", "X-Zq8secret-7f3a9c1d2e", "X-ZQ8SECRET-7F3A9C1D2E",
  ])
  func `a secret in a field's name is masked in any case`(name: String) {
    var gate = SecretGate()
    gate.add("zq8Secret-7f3a9c1d2e")
    let fields = Redactor(nil, gate.table).fields([name: "1", "X-Other": "1"])
    #expect(fields.map { $0.name.lowercased() } == ["x-•••", "x-other"])
  }

  @Test func `a sent credential is masked in texts that fold the name of a field`() throws {
    let request = Request(
      method: .get, target: "/notes", headers: ["Authorization": "Bearer zq8Secret-7f3a9c1d2e"])
    let redactor = try Redactor(showing: request, of: TrueLog.contract())
    #expect(
      redactor.text("/response/headers/x-zq8secret-7f3a9c1d2e isn't in the contract")
        == "/response/headers/x-••• isn't in the contract")
  }
}
