import Testing

@testable import PlumblineVerification

struct DeadlineClockTests {
  private let clock = DeadlineClock()

  /// Waits until a deadline is due.
  private func wait(_ limit: Duration) async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    _ = clock.call(after: limit) { continuation.finish() }
    for await _ in stream {}
  }

  @Test func `An earlier deadline doesn't wait for one that was set before`() async {
    let far = clock.call(after: .seconds(600)) { Issue.record("It was due at once.") }
    await wait(.zero)
    #expect(clock.count == 1)
    clock.forget(far)
    #expect(clock.count == 0)
  }

  @Test func `A deadline that is set after another one was due is due, too`() async {
    await wait(.zero)
    await wait(.milliseconds(1))
    #expect(clock.count == 0)
  }

  @Test func `A later deadline is still due after an earlier one`() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    _ = clock.call(after: .milliseconds(20)) { continuation.finish() }
    await wait(.milliseconds(1))
    for await _ in stream {}
    #expect(clock.count == 0)
  }
}
