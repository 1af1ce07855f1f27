import PlumblineContractModel
import Testing

/// Kinds of names of which no real contract has thousands.
@Suite struct ManyNamesTests {
  @Test func `of thousands of unknown names the first get suggestions, and all are reported`() throws {
    let known = (0..<1000).map { #""failure-x\#($0)": { "status": 404 }"# }.joined(separator: ",\n")
    let wanted = (0..<1000).map { #""failure-y\#($0)""# }.joined(separator: ", ")
    let endpoint = Files.endpoint("list", "GET /a", #", "failures": [\#(wanted)]"#)
    let text = "{ \"failures\": {\n\(known)\n}, \"endpoints\": {\n\(endpoint)\n} }"
    let messages = ContractLoader.load([Files.main, Files.file("items.json", text)]).problems.map(\.message)
    let unknown = messages.filter { $0.hasPrefix("Unknown error") }
    #expect(unknown.count == 1000)
    #expect(unknown.first { $0.contains("\"failure-y0\"") }?.contains("; did you mean \"failure-x0\"?") == true)
    let last = try #require(unknown.first { $0.contains("\"failure-y999\"") })
    #expect(last.contains("; known: ") && !last.contains("did you mean"), "\(last)")
  }

  @Test func `an endpoint has each of hundreds of failures once, in the order of its list`() throws {
    let names = (0..<500).map { "f\($0)" }
    let backwards = Array(names.reversed())
    let known = names.map { #""\#($0)": { "status": 404, "codes": ["C-\#($0)"] }"# }.joined(separator: ",\n")
    let wanted = backwards.map { "\"\($0)\"" }.joined(separator: ", ")
    let endpoint = Files.endpoint("list", "GET /a", #", "failures": [\#(wanted)]"#)
    let text = "{ \"failures\": {\n\(known)\n}, \"endpoints\": {\n\(endpoint)\n} }"
    let loaded = ContractLoader.load([Files.main, Files.file("items.json", text)])
    let found = try #require(loaded.contract?.endpoint("list"), "\(loaded.problems.prefix(3))")
    #expect(found.failures.prefix(found.ownFailureCount).map(\.name) == backwards)
  }

  @Test func `endpoints without failures of their own share the list of the common ones`() throws {
    let all = ["unauthorized", "serverError"]
    let cases: [(rest: String, failures: [String], own: Int)] = [
      ("", all, 0), ("", all, 0), (#", "authentication": []"#, ["serverError"], 0),
      (#", "authentication": []"#, ["serverError"], 0), (#", "failures": ["serverError"]"#, all.reversed(), 1),
      (#", "failures": ["notFound"]"#, ["notFound"] + all, 1),
      (#", "authentication": [], "failures": ["unauthorized"]"#, all, 1),
    ]
    let endpoints = cases.enumerated().map { Files.endpoint("e\($0)", "GET /a\($0)", $1.rest) }
    let found = try Files.contract(endpoints.joined(separator: ",\n")).endpoints
    #expect(found.map { $0.failures.map(\.name) } == cases.map(\.failures))
    #expect(found.map(\.ownFailureCount) == cases.map(\.own))
    let places = found.map { $0.failures.withUnsafeBufferPointer { $0.baseAddress } }
    try #require(places.count == cases.count)
    #expect(places[0] == places[1])
    #expect(places[2] == places[3])
    #expect(places[0] != places[2])
  }

  @Test func `common failures that exclude one another are reported once, with credentials and without`() {
    let endpoints = (0..<3).map { Files.endpoint("e\($0)", "GET /a\($0)", $0 < 2 ? "" : #", "authentication": []"#) }
    let main = """
      { "plumbline": 1, "service": "shop", "title": "The Shop",
        "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "SHOP_KEY" } },
        "authentication": ["key"],
        "personas": { "owner": { "id": 1, "credentials": { "key": "k" } } },
        "failures": {
          "denied": { "status": 401, "for": ["unauthenticated"] }, "refused": { "status": 403, "for": ["unauthenticated"] },
          "wrong": { "status": 422, "for": ["invalid"] }, "bad": { "status": 400, "for": ["invalid"] } },
        "commonFailures": ["denied", "refused", "wrong", "bad"],
        "endpoints": { \(endpoints.joined(separator: ",\n")) } }
      """
    let messages = ContractLoader.load([Files.file("contract.json", main)]).problems.map(\.message)
    let found = messages.filter { $0.contains("and comes first") }
    #expect(found.count == 2, "\(messages)")
    #expect(found.contains { $0.hasPrefix(#"denied also applies to "unauthenticated""#) }, "\(messages)")
    #expect(found.contains { $0.hasPrefix(#"wrong also applies to "invalid""#) }, "\(messages)")
  }
}
