import PlumblineVerification
import Testing

struct DeadlineTests {
  @Test func `work that is done in time gives its value`() async {
    #expect(await Deadline.race(.seconds(600)) { 7 } == 7)
  }

  @Test func `work that ignores its cancellation is left behind`() async {
    let value = await Deadline.race(.zero) { () async -> Int in
      await withUnsafeContinuation { (_: UnsafeContinuation<Int, Never>) in }
    }
    #expect(value == nil)
  }

  @Test func `work whose time is up is cancelled`() async {
    let (cancellations, told) = AsyncStream<Void>.makeStream()
    let value = await Deadline.race(.zero) { () async -> Int in
      await withTaskCancellationHandler {
        await withUnsafeContinuation { (_: UnsafeContinuation<Int, Never>) in }
      } onCancel: {
        told.finish()
      }
    }
    #expect(value == nil)
    for await _ in cancellations {}
  }

  @Test func `no wait outlives the waiting task`() async {
    let task = Task {
      await Deadline.race(.seconds(600)) { () async -> Int in
        await withUnsafeContinuation { (_: UnsafeContinuation<Int, Never>) in }
      }
    }
    task.cancel()
    #expect(await task.value == nil)
  }
}
