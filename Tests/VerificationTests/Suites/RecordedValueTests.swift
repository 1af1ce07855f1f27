import Testing

@testable import PlumblineVerification

@Suite struct RecordedValueTests {
  private func context(_ values: [String: String], listed: [String: [String]], given: [String: String] = [:])
    -> CallContext
  {
    CallContext(
      baseURL: "http://127.0.0.1:1", credentials: [:], login: [:], variables: given, deadline: .seconds(1),
      lookups: VariableLookups(values, allowsDefaults: true, listed: listed), loginNeeded: nil, mark: nil)
  }

  @Test func `what a recorded request has stays where the server's own list shows it`() throws {
    let context = context(["box": "first", "shelf": "other"], listed: ["box": ["first", "blog"], "lid": []])
    #expect(try context.text("box", recorded: "blog") == "blog")
    #expect(try context.text("box", recorded: "gone") == "first")
    #expect(try context.text("shelf", recorded: "blog") == "other", "nothing lists shelves")
    #expect(try context.text("lid", recorded: "blog") == "blog", "nobody knows another one")
    #expect(try context.text("box", default: "blog") == "first", "what a suite makes up isn't recorded")
  }
}
