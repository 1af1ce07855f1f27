import PlumblineContractModel
import PlumblineVerification
import Testing

struct CredentialsTests {
  private func values(
    _ environment: [String: String]?, for persona: String, calling endpoint: String = "notes.get"
  ) throws -> [String: String] {
    try Credentials(contract: Notes.contract, environment: environment)
      .values(for: Notes.persona(persona), calling: Notes.endpoint(endpoint))
  }

  private func reason(
    _ environment: [String: String], for persona: String
  ) throws -> String {
    let error = #expect(throws: Credentials.Missing.self) { try values(environment, for: persona) }
    return try #require(error).reason
  }

  @Test func `a mock gets the persona's own`() throws {
    #expect(try values(nil, for: "guest") == ["key": "k", "session": "guest-token"])
  }

  @Test func `a real server gets nothing from the contract`() throws {
    #expect(try reason([:], for: "owner") == "it needs the credential key for owner; set NOTES_KEY_OWNER or NOTES_KEY")
  }

  @Test func `the plain variables serve the first persona`() throws {
    let environment = ["NOTES_KEY": "real-key", "NOTES_TOKEN": "real-token"]
    #expect(try values(environment, for: "owner") == ["key": "real-key", "session": "real-token"])
  }

  @Test func `a persona's own variable comes before the plain one`() throws {
    let environment = ["NOTES_KEY": "real-key", "NOTES_TOKEN": "a", "NOTES_TOKEN_OWNER": "b"]
    #expect(try values(environment, for: "owner")["session"] == "b")
  }

  @Test func `what all personas share needs one variable`() throws {
    let environment = ["NOTES_KEY": "real-key", "NOTES_TOKEN_GUEST": "guest"]
    #expect(try values(environment, for: "guest") == ["key": "real-key", "session": "guest"])
  }

  @Test func `a missing variable never changes the persona`() throws {
    let environment = ["NOTES_KEY": "real-key", "NOTES_TOKEN": "owner"]
    let reason = try reason(environment, for: "guest")
    #expect(reason == "it needs the credential session for guest; set NOTES_TOKEN_GUEST")
  }

  @Test(arguments: ["secret\n", "sec\r\nret", "secret\u{7F}"])
  func `a value that no header can carry is reported, and not shown`(token: String) throws {
    let reason = try reason(["NOTES_KEY": "k", "NOTES_TOKEN": token], for: "owner")
    #expect(
      reason
        == "it needs a usable credential session for owner: NOTES_TOKEN contains a line break or another control "
        + "character")
  }

  @Test func `an empty variable counts as missing`() throws {
    let environment = ["NOTES_KEY": "", "NOTES_TOKEN": "t"]
    #expect(try reason(environment, for: "owner").contains("NOTES_KEY"))
  }

  @Test func `an empty variable of a persona's own gives way to the plain one`() throws {
    let environment = ["NOTES_KEY": "k", "NOTES_TOKEN": "plain", "NOTES_TOKEN_OWNER": ""]
    #expect(try values(environment, for: "owner")["session"] == "plain")
  }

  @Test func `an optional credential may be missing`() throws {
    #expect(try values([:], for: "owner", calling: "news.get") == [:])
    #expect(try values(["NOTES_TOKEN": "t"], for: "owner", calling: "news.get") == ["session": "t"])
  }

  @Test func `a reason never shows a value`() throws {
    #expect(try !reason(["NOTES_KEY": "secret-value"], for: "owner").contains("secret-value"))
  }

  /// A service with two kinds of credentials, and a persona whose name isn't a valid shell word.
  private static let contract: Contract = {
    let text = """
      { "plumbline": 1, "service": "doors", "title": "Doors",
        "servers": { "testing": { "url": "http://127.0.0.1:1" } },
        "credentials": {
          "a": { "in": "header", "name": "X-A", "environment": "A" },
          "b": { "in": "header", "name": "X-B", "environment": "B" } },
        "authentication": [["a"], ["b"]],
        "personas": {
          "first": { "credentials": { "a": "1111", "b": "2222" } },
          "field-agent": { "credentials": { "a": "3333", "b": "4444" } } },
        "endpoints": { "doors.open": { "summary": "Open", "request": "GET /doors", "source": "Handbook",
          "success": { "200": {} } } } }
      """
    return Store.load(text, folder: "doors")
  }()

  private func doors(_ environment: [String: String], _ persona: String = "first") throws -> [String: String] {
    try Credentials(contract: Self.contract, environment: environment).values(
      for: #require(Self.contract.persona(persona)), calling: #require(Self.contract.endpoint("doors.open")))
  }

  @Test func `of alternatives, the first that is whole is sent`() throws {
    #expect(try doors(["A": "x"]) == ["a": "x"])
    #expect(try doors(["B": "y"]) == ["b": "y"])
    #expect(try doors(["A": "x", "B": "y"]) == ["a": "x"])
    let error = #expect(throws: Credentials.Missing.self) { try doors([:]) }
    #expect(
      error?.reason
        == "it needs the credential a for first; set A_FIRST or A, or the credential b for first; set B_FIRST or B")
  }

  @Test func `a persona's variable has nothing in it that a shell refuses`() throws {
    #expect(try doors(["A_FIELD_AGENT": "x"], "field-agent") == ["a": "x"])
  }
}
