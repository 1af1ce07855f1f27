import PlumblineContractModel
import PlumblineRecordings
import Testing

/// Files for which the mock has no sample.
@Suite struct SampleLintTests {
  @Test(arguments: [
    ("image/avif", "{}", true), ("video/mp4", #"{ "schema": { "type": "string" } }"#, true), ("image/png", "{}", false),
    ("image/webp", "{}", false), ("image/jpeg", "{}", false),
    ("image/*", "{}", false), ("application/octet-stream", "{}", false),
    ("image/tiff", #"{ "schema": { "type": "string", "examples": ["II*"] } }"#, false),
  ])
  func `a file that can't be made is named`(type: String, content: String, isNamed: Bool) throws {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null, "endpoints": { "a": {
        "summary": "x", "request": "GET /a", "source": "x", "success": { "200": { "content": { "\(type)": \(content) } } } } } }
      """
    let contract = try RecordingFiles.contract(text)
    let found = RecordingLint.problems(in: [], contract: contract).filter {
      $0.message.hasPrefix("The mock can't generate")
    }
    #expect(found.count == (isNamed ? 1 : 0), "\(found)")
    #expect(found.allSatisfy { $0.level == .warning && $0.message.contains(type) })
  }
}
