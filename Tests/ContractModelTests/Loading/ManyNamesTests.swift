import PlumblineContractModel
import Testing

/// Names of which nothing has thousands.
@Suite struct ManyNamesTests {
  @Test func `of thousands of unknown names the first get suggestions, and all are told`() throws {
    let known = (0..<1000).map { #""failure-x\#($0)": { "status": 404 }"# }.joined(separator: ",\n")
    let wanted = (0..<1000).map { #""failure-y\#($0)""# }.joined(separator: ", ")
    let endpoint = Files.endpoint("list", "GET /a", #", "failures": [\#(wanted)]"#)
    let text = "{ \"failures\": {\n\(known)\n}, \"endpoints\": {\n\(endpoint)\n} }"
    let messages = ContractLoader.load([Files.main, Files.file("items.json", text)]).problems.map(\.message)
    let unknown = messages.filter { $0.hasPrefix("Unknown failure") }
    #expect(unknown.count == 1000)
    #expect(unknown.first { $0.contains("\"failure-y0\"") }?.contains("; did you mean \"failure-x0\"?") == true)
    let last = try #require(unknown.first { $0.contains("\"failure-y999\"") })
    #expect(last.contains("; there is ") && !last.contains("did you mean"), "\(last)")
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
}
