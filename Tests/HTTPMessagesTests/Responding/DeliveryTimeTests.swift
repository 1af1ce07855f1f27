import PlumblineHTTPMessages
import Testing

/// Returns the time in which a body is delivered at its pace.
@Suite struct DeliveryTimeTests {
  private static let timing = BodyTiming([
    .init(end: 4, time: .seconds(1)), .init(end: 8, time: .seconds(3)), .init(end: 14, time: .seconds(7)),
  ])

  @Test(
    arguments: [
      (Delivery(), 14, 0), (Delivery(pace: .timed(timing)), 14, 7), (Delivery(pace: .timed(timing)), 20, 7),
      (Delivery(pace: .timed(timing)), 0, 0), (Delivery(pace: .timed(timing), truncateAfter: 8), 14, 3),
      (Delivery(pace: .timed(timing), truncateAfter: 0), 14, 0), (Delivery(pace: .timed(timing), raw: []), 14, 0),
      (Delivery(pace: .steady(bytes: 5, interval: .seconds(2))), 14, 4),
      (Delivery(pace: .steady(bytes: 5, interval: .seconds(2))), 15, 4),
      (Delivery(pace: .steady(bytes: 5, interval: .seconds(2)), truncateAfter: 5), 15, 0),
    ] as [(Delivery, Int, Int)])
  func `a body's time is that of the last byte that is sent`(_ delivery: Delivery, _ length: Int, _ seconds: Int) {
    #expect(delivery.time(ofBody: length) == .seconds(seconds))
  }

  @Test func `the time of a body of no known size isn't known`() {
    #expect(Delivery(pace: .steady(bytes: 5, interval: .seconds(2))).time(ofBody: nil) == .zero)
  }
}
