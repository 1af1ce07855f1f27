import Testing

@testable import PlumblineMockEngine

@Suite struct MetricsTextTests {
  @Test func `labels and help may hold anything`() throws {
    let hostile = "a\"b\\c\nd\\n,}é\u{1F9F5}"
    var text = MetricsText(.openMetrics)
    text.begin("things", .counter, hostile)
    text.add("7", [("one", hostile), ("two", "")])
    let metrics = try OpenMetrics(text.finished)
    #expect(metrics.samples.map(\.labels) == [["one": hostile, "two": ""]])
    #expect(metrics.samples.map(\.value) == [7])
  }

  @Test func `an endpoint's statuses are told apart up to sixteen, and the rest are other`() {
    let counts = StatusCounts()
    for status in 200..<220 { for _ in 0..<2 { counts.add(status) } }
    counts.add(99)
    counts.add(600)
    counts.add(nil)
    #expect(counts.counts.count == 18)
    #expect(counts.counts.first?.status == "200")
    #expect(counts.counts.first?.count == 2)
    #expect(counts.counts.suffix(2).map(\.status) == ["other", "none"])
    #expect(counts.counts.suffix(2).map(\.count) == [10, 1])
  }

  @Test func `no count is lost where many add at once`() async {
    let counts = StatusCounts()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { for number in 0..<5000 { counts.add(200 + (number + task) % 5) } }
      }
    }
    #expect(counts.counts.map(\.count) == Array(repeating: 8000, count: 5))
  }

  @Test(arguments: [
    (UInt64(0), "0.0"), (50_000, "0.00005"), (1_500_000_000, "1.5"), (10_000_000_000, "10.0"), (7, "0.000000007"),
  ])
  func `seconds are written in digits`(nanoseconds: UInt64, text: String) {
    #expect(ControlAPI.seconds(nanoseconds: nanoseconds) == text)
  }
}
