import Foundation
import PhotoScoutClient
import PlumblineAPIClient
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(30))) struct UpdatesTests {
  /// A transport that responds with the plans of these identifiers, or not at all.
  private final class Backend: Transport {
    private let state: Mutex<(ids: [String]?, count: Int)>

    init(_ ids: [String]?) { state = Mutex((ids, 0)) }

    var count: Int { state.withLock { $0.count } }

    /// - Parameter ids: The identifiers of the plans, or `nil` for no response.
    func set(_ ids: [String]?) { state.withLock { $0.ids = ids } }

    func send(_ request: URLRequest) async throws -> APIResponse {
      let ids = state.withLock { state in
        state.count += 1
        return state.ids
      }
      guard let ids else { throw URLError(.notConnectedToInternet) }
      let items = ids.map {
        #"{"id":"\#($0)","title":"T","createdAt":"2026-10-02T07:15:00Z","updatedAt":"2026-10-02T07:15:00Z"}"#
      }
      return .json("[\(items.joined(separator: ","))]")
    }
  }

  private let clock = SteppedClock()

  private func service(_ transport: any Transport) async throws -> APIService {
    let store = InMemorySessionStore(UserSession(deviceId: "device"))
    return try await PhotoScoutClient(config: .local, store: store, retries: .never, transport: transport).api
  }

  private static func text(_ update: Update<[Plan]>?) -> String? {
    switch update {
    case .kept(let plans): "kept " + plans.map(\.id).joined(separator: ",")
    case .fresh(let plans): "fresh " + plans.map(\.id).joined(separator: ",")
    case .failed(APIError.networkError): "failed"
    case .failed(let error): "\(error)"
    case nil: nil
    }
  }

  /// Returns the plans that a continuously waiting reader receives, and the task that reads them.
  private func shown(_ updates: Updates<[Plan]>) -> (AsyncStream<String>.Iterator, Task<Void, Never>) {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let task = Task {
      for await update in updates { continuation.yield(Self.text(update) ?? "") }
      continuation.finish()
    }
    return (stream.makeAsyncIterator(), task)
  }

  @Test func `what was kept comes first, then what differs`() async throws {
    let backend = Backend(["p1"])
    let service = try await service(backend)
    _ = try await service.fetchPlans()
    var (shown, task) = shown(service.planUpdates(every: .seconds(30), wait: clock.wait))
    #expect(await shown.next() == "kept p1")
    await clock.step(.seconds(29))
    #expect(backend.count == 2, "It asks at once, then waits.")
    await clock.step(.seconds(1))
    await clock.sleeping()
    #expect(backend.count == 3)
    backend.set(["p1", "p2"])
    await clock.step(.seconds(30))
    #expect(await shown.next() == "fresh p1,p2", "The same again is no news.")
    task.cancel()
    #expect(await shown.next() == nil)
  }

  @Test func `where nothing was kept, the first answer comes first, an empty one too`() async throws {
    var (shown, task) = shown(try await service(Backend([])).planUpdates(every: .seconds(30), wait: clock.wait))
    #expect(await shown.next() == "fresh ")
    task.cancel()
    #expect(await shown.next() == nil)
  }

  @Test func `a failure is reported and ends nothing, and a repeated value after it is reported, too`() async throws {
    let backend = Backend(["p1"])
    let service = try await service(backend)
    var (shown, task) = shown(service.planUpdates(every: .seconds(30), wait: clock.wait))
    #expect(await shown.next() == "fresh p1")
    backend.set(nil)
    for _ in 0..<2 {
      await clock.step(.seconds(30))
      #expect(await shown.next() == "failed", "What was kept is shown already.")
    }
    backend.set(["p1"])
    await clock.step(.seconds(30))
    #expect(await shown.next() == "fresh p1")
    task.cancel()
    #expect(await shown.next() == nil)
  }

  @Test func `without a network, what was kept is shown and the failure reported`() async throws {
    let backend = Backend(["p1"])
    let service = try await service(backend)
    _ = try await service.fetchPlans()
    backend.set(nil)
    var (shown, task) = shown(service.planUpdates(every: .seconds(30), wait: clock.wait))
    #expect(await shown.next() == "kept p1")
    #expect(await shown.next() == "failed")
    task.cancel()
    #expect(await shown.next() == nil)
  }

  @Test func `a cancellation ends it while it waits, and nothing goes on`() async throws {
    let backend = Backend(["p1"])
    var (shown, task) = shown(try await service(backend).planUpdates(every: .seconds(30), wait: clock.wait))
    #expect(await shown.next() == "fresh p1")
    await clock.sleeping()
    task.cancel()
    await task.value
    #expect(await shown.next() == nil)
    #expect(clock.sleepers == 0)
    #expect(backend.count == 1)
  }

  /// A transport that doesn't respond until it's canceled.
  private struct Silence: Transport {
    let clock: SteppedClock

    func send(_ request: URLRequest) async throws -> APIResponse {
      try await clock.wait(.seconds(1_000_000))
      return .json("[]")
    }
  }

  @Test func `a cancellation ends it while it asks, and is no failure`() async throws {
    let service = try await service(Silence(clock: clock))
    var (shown, task) = shown(service.planUpdates(every: .seconds(30), wait: clock.wait))
    await clock.sleeping()
    task.cancel()
    await task.value
    #expect(await shown.next() == nil)
    #expect(clock.sleepers == 0)
  }

  @Test func `a slow caller gets the newest value, and no request is sent meanwhile`() async throws {
    let backend = Backend(["p1"])
    var iterator = try await service(backend).planUpdates(every: .seconds(30), wait: clock.wait).makeAsyncIterator()
    #expect(Self.text(await iterator.next()) == "fresh p1")
    for id in ["p2", "p3", "p4"] { backend.set([id]) }
    #expect(backend.count == 1)
    #expect(clock.sleepers == 0)
    let waiting = iterator
    let task = Task {
      var iterator = waiting
      return Self.text(await iterator.next())
    }
    await clock.step(.seconds(30))
    #expect(await task.value == "fresh p4")
    #expect(backend.count == 2)
  }

  @Test func `no more than one request a second is sent`() async throws {
    let service = try await service(Backend(["p1"]))
    for interval in [Duration.zero, .seconds(-1), .milliseconds(999)] {
      var (shown, task) = shown(service.planUpdates(every: interval, wait: clock.wait))
      _ = await shown.next()
      await clock.sleeping()
      task.cancel()
      await task.value
    }
    #expect(clock.lengths == [.seconds(1), .seconds(1), .seconds(1)])
  }

  @Test func `conversations are brought in the same way`() async throws {
    let backend = Backend(["c1"])
    let service = try await service(backend)
    let conversations = try await service.fetchConversations()
    var iterator = service.conversationUpdates(every: .seconds(30), wait: clock.wait).makeAsyncIterator()
    guard case .kept(let kept) = await iterator.next() else { throw CancellationError() }
    #expect(kept == conversations)
    #expect(kept.map(\.id) == ["c1"])
  }
}
