import PlumblineDriftDetection
import Testing

struct TrueLogRecordingTests {
  @Test func `every shipped recording keeps the contract`() {
    #expect(TrueLogData.samples.count > 200)
    for sample in TrueLogData.samples {
      let drift = TrueLogData.inspector.inspect(sample.exchange, as: sample.persona)
      #expect(drift.lines == [], "\(sample.name)")
    }
  }
}
