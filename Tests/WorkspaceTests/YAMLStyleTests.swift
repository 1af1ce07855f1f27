import PlumblineContractModel
import PlumblineWorkspace
import TestSupport
import Testing

/// Documents in less common YAML styles.
struct YAMLStyleTests {
  private func imported(_ text: String, as name: String = "shop.yaml") throws -> ImportedService {
    let folder = try TemporaryFolder()
    try folder.write(text, to: name)
    return Workspace(contracts: "Contracts", base: folder.path).import(.openapi, name, as: "shop")
  }

  private static let flow = """
    {openapi: 3.0.0, info: {title: T, version: "1"}, # a comment
     paths: {/a: {get: {operationId: a, responses: {"204": {description: Fine}}}}}}

    """

  @Test(arguments: ["shop.yaml", "shop.yml", "shop"]) func `a document may be in flow style`(name: String) throws {
    let made = try imported(Self.flow, as: name)
    #expect(made.contract?.endpoints.map(\.id) == ["a"], "\(made.errors)")
  }

  @Test func `what is called JSON isn't read as YAML`() throws {
    let made = try imported(Self.flow, as: "shop.json")
    #expect(made.errors.map(\.message) == ["Expected a key in double quotes or '}', found 'o'."])
  }

  @Test(arguments: [("shop.yaml", "{openapi: [}\n"), ("shop", "{\"a\" 1}\n")])
  func `what is neither is refused at its place`(name: String, text: String) throws {
    let made = try imported(text, as: name)
    #expect(made.errors.count == 1 && made.errors[0].location.line == 1, "\(made.errors)")
    #expect(made.contract == nil)
  }

  private static func tagged(_ summary: String) -> String {
    """
    openapi: 3.0.0
    info: { title: T, version: "1" }
    paths:
      /a: { get: { operationId: a, summary: \(summary), responses: { "204": { description: Fine } } } }

    """
  }

  @Test(arguments: [
    ("!Ref Name", "Name", "if it had none"), ("!!timestamp 2001-12-14", "2001-12-14", "a text"),
    ("!!binary aGVsbG8=", "aGVsbG8=", "a text"), ("!<tag:example.com,2000:x> Name", "Name", "if it had none"),
  ])
  func `an unknown tag is named, and its value is read`(written: String, text: String, told: String) throws {
    let made = try imported(Self.tagged(written))
    let endpoint = try #require(made.contract?.endpoints.first, "\(made.errors)")
    #expect(endpoint.summary == text)
    let notes = made.notes.filter { $0.message.contains("isn't of YAML's core schema") }
    #expect(notes.count == 1 && notes[0].location.line == 4 && notes[0].message.contains(told), "\(made.notes)")
  }

  @Test func `tags of the core schema are read without a word`() throws {
    let made = try imported(Self.tagged("!!str 3"))
    #expect(made.contract?.endpoints.first?.summary == "3", "\(made.errors)")
    #expect(made.notes.isEmpty, "\(made.notes)")
  }
}
