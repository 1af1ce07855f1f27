import PlumblineContractModel
import Testing

struct FeatureReaderTests {
  private func load(_ features: String, _ endpoint: String, links: String? = nil) -> ContractLoader.Result {
    let main = """
      {
        "plumbline": 1, "service": "notes",
        "features": \(features),
        "endpoints": {
          "notes.list": {
            "summary": "Lists notes", "request": "GET /notes", "source": "1", \(endpoint)
            "success": { "204": {} }
          }
        }
      }
      """
    var files = [ContractLoader.File(name: "contract.json", path: "contract.json", bytes: Array(main.utf8))]
    if let links { files.append(.init(name: "links.json", path: "links.json", bytes: Array(links.utf8))) }
    return ContractLoader.load(files)
  }

  private func lines(_ result: ContractLoader.Result) -> [String] { result.problems.map { "\($0)" } }

  @Test func `features keep their groups and their order, and endpoints and links name them`() throws {
    let result = load(
      #"{ "Later": { "2": "Share" }, "First": { "1.2": "Find", "1.1": "List" } }"#, #""features": ["1.1", "1.2"],"#,
      links: """
        { "links": { "note.share": { "summary": "s", "form": "f", "source": "2", "features": ["2"],
          "made": { "a link": { "link": "n://1" } } } } }
        """)
    let contract = try #require(result.contract, "\(lines(result))")
    #expect(result.problems.isEmpty, "\(lines(result))")
    #expect(
      contract.features.map { "\($0.group) \($0.id) \($0.title)" } == [
        "Later 2 Share", "First 1.2 Find", "First 1.1 List",
      ])
    #expect(contract.endpoint("notes.list")?.features == ["1.1", "1.2"])
    #expect(contract.link("note.share")?.features == ["2"])
  }

  @Test func `a feature that isn't there is reported with the nearest one`() throws {
    let result = load(#"{ "One": { "1.1": "List" } }"#, #""features": ["1.l"],"#)
    let first = try #require(lines(result).first)
    #expect(lines(result).count == 1 && first.contains(#"Unknown feature "1.l"; did you mean "1.1"?"#), "\(first)")
    #expect(result.problems.first?.location.line == 6)
    #expect(result.contract == nil)
  }

  @Test func `a feature that nothing serves is reported, and so is an id that two have`() throws {
    let unserved = load(#"{ "One": { "1.1": "List", "1.2": "Find" } }"#, #""features": ["1.1"],"#)
    let sentence =
      #"No endpoint or link serves the feature "1.2"; add "features": ["1.2"] to those that do, or remove the feature if "#
      + "it needs none."
    #expect(unserved.problems.map(\.message) == [sentence])
    #expect(unserved.problems.map(\.level) == [.warning])
    #expect(unserved.contract != nil)
    let twice = load(#"{ "One": { "1": "List" }, "Two": { "1": "Find" } }"#, #""features": ["1"],"#)
    #expect(
      twice.problems.map(\.message) == [#""1" is already a feature of "One", on line 3; give each its own id."#])
    #expect(twice.contract == nil)
  }

  @Test func `names that begin with x- are notes`() {
    let result = load(#"{ "x-note": { "1": "A" }, "One": { "x-by": "me", "1.1": "List" } }"#, #""features": ["1.1"],"#)
    #expect(result.problems.isEmpty && result.contract?.features.map(\.id) == ["1.1"], "\(lines(result))")
    #expect(load(#"{ "x-note": { "1": "A" } }"#, #""features": ["1"],"#).contract == nil)
  }

  @Test func `without features no endpoint has to name any`() {
    let result = load("{}", "")
    #expect(result.problems.isEmpty && result.contract?.features.isEmpty == true, "\(lines(result))")
  }
}
