import PlumblineContractModel
import Testing

/// Failures that the mock never returns because an earlier failure of the endpoint applies first.
@Suite struct RivalFailureLintTests {
  /// Returns the messages about failures that an earlier failure makes unreachable.
  private func rivalries(_ failures: [String]) -> [String] {
    let known = failures.enumerated().map { #""f\#($0)": { \#($1) }"# }.joined(separator: ",\n")
    let names = failures.indices.map { #""f\#($0)""# }.joined(separator: ", ")
    let endpoint = Files.endpoint("list", "GET /a", #", "failures": [\#(names)]"#)
    let text = "{ \"failures\": {\n\(known)\n}, \"endpoints\": {\n\(endpoint)\n} }"
    let messages = ContractLoader.load([Files.main, Files.file("items.json", text)]).problems.map(\.message)
    return messages.filter { $0.contains("comes first, so the mock never uses") || $0.contains("both cover every") }
  }

  @Test func `of many failures for one occasion each is held to the first alone`() {
    let found = rivalries((0..<5).map { _ in #""status": 409, "for": ["conflict"]"# })
    #expect(found.count == 4, "\(found)")
    for (number, message) in found.enumerated() {
      let says = #"f0 also applies to "conflict" and comes first, so the mock never uses f\#(number + 1) for that"#
      #expect(message.hasPrefix(says), "\(message)")
    }
  }

  @Test func `a failure that two others take two occasions from is reported twice`() {
    let found = rivalries([
      #""status": 409, "for": ["conflict"]"#, #""status": 404, "for": ["missing"]"#,
      #""status": 410, "for": ["missing", "conflict"]"#,
    ])
    let starts = found.map { String($0.prefix(29)) }.sorted()
    #expect(starts == [#"f0 also applies to "conflict""#, #"f1 also applies to "missing" "#], "\(found)")
  }

  @Test func `of many failures for every status each is held to the first that has its codes`() {
    let same = rivalries((0..<4).map { _ in #""status": "default""# })
    #expect(same.map { String($0.prefix(13)) } == ["f1 and f0 bot", "f2 and f0 bot", "f3 and f0 bot"], "\(same)")
    let coded = rivalries([
      #""status": "default", "codes": ["A"]"#, #""status": "default", "codes": ["B"]"#,
      #""status": "default", "codes": ["C", "B"]"#, #""status": "default""#,
    ])
    #expect(coded.map { String($0.prefix(13)) } == ["f2 and f1 bot", "f3 and f0 bot"], "\(coded)")
  }
}
