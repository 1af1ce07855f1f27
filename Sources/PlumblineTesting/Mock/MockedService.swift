import Foundation
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineTime
import PlumblineVerification
import Synchronization

/// A service's mock for one test, with its own port on 127.0.0.1 and with state, overrides, faults, and a journal that
/// no other test sees.
///
/// Most tests get theirs from the trait
/// ``Testing/Trait/plumbline(_:persona:faults:pace:gate:unmatched:unused:contracts:recordings:file:)`` or from
/// ``withPlumbline(_:persona:faults:pace:gate:unmatched:unused:contracts:recordings:file:testFile:line:isolation:_:)``.
/// If setup and teardown are separate functions, as in XCTest, start the mock in one, and stop and verify it in the
/// other:
///
/// ```swift
/// override func setUp() async throws { mock = try MockedService.start("truelog") }
///
/// override func tearDown() async throws {
///   await mock.stop()
///   try mock.verify()
/// }
/// ```
public final class MockedService: Sendable {
  /// The service's name, such as `truelog`.
  public let service: String
  /// The base URL for the client, such as `http://127.0.0.1:54321`.
  public let baseURL: String
  /// The base URL as a Foundation `URL`.
  public let url: URL
  /// The port on 127.0.0.1.
  public let port: Int

  let library: MockLibrary
  let directory: SessionDirectory
  let log: DriftLog
  let gate: DriftSeverity?
  let unmatched: UnmatchedRequests
  /// The waivers from the service's files and from this test.
  let waivers: Mutex<WaiverPolicy>
  /// The effect of overrides and faults that no request uses.
  let unusedSteps: UnusedSteps
  private let steps = Mutex<[UnusedStep]>([])
  private let isStopped = Mutex(false)
  let today: String
  private let server: HTTPServer
  private let listener: Listener

  /// Starts the mock of a service.
  ///
  /// - Parameters:
  ///   - service: The name of the service's folder in the contracts folder.
  ///   - persona: The persona of all callers, who then need no credentials. If omitted, callers identify themselves
  ///     with ``credentials(of:)``.
  ///   - faults: The initial faults. If several match a request, the first wins.
  ///   - pace: The pace of streamed events. By default, they are sent all at once.
  ///   - gate: The lowest severity of drift that fails the test, or `nil` if no drift does.
  ///   - unmatched: The effect of a request that no endpoint documents.
  ///   - unused: The effect of an override or a fault that no request has used by the end of the test.
  ///   - contracts: The folder that contains a folder for each service, relative to the source file's own folder. If
  ///     omitted, it is the nearest `Contracts` folder in the source file's folder or above.
  ///   - recordings: The folder that contains the recordings. If omitted, it is `Recordings` next to the contracts
  ///     folder.
  ///   - file: The source file that the search for folders starts from.
  /// - Throws: ``MockError`` with every problem in the files, each with its `file:line:column`.
  public static func start(
    _ service: String, persona: String? = nil, faults: [MockFault] = [], pace: MockPace = .immediate,
    gate: DriftSeverity? = .warning,
    unmatched: UnmatchedRequests = .failing, unused: UnusedSteps = .failing, contracts: String? = nil,
    recordings: String? = nil,
    file: String = #filePath
  ) throws -> MockedService {
    try MockedService(
      MockPlan(
        service: service, persona: persona, faults: faults, pace: pace, gate: gate, unmatched: unmatched,
        unused: unused,
        contracts: contracts,
        recordings: recordings, file: file))
  }

  init(_ plan: MockPlan) throws {
    _ = Self.exemption
    let files = try plan.load()
    let today = WallClock.day(of: WallClock.system())
    let configuration = try plan.configuration(for: files.library, today: today)
    let judge = JournalJudge(files.library, options: configuration.options)
    let log = DriftLog(judge: judge, unmatched: plan.unmatched)
    let directory = SessionDirectory(
      library: files.library, configuration: configuration, observer: JournalObserver { _, entry in log.take(entry) })
    // Give each test its own server, so that nothing is left when the test ends. One loop is one thread. The limits are
    // generous, because the client runs in the same process, which may be busy with a thousand other tests for a
    // minute.
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(host: "127.0.0.1", port: 0, responder: directory)
    guard let url = URL(string: listener.baseURL) else { throw MockError("\(listener.baseURL) isn't a URL.") }
    service = plan.service
    baseURL = listener.baseURL
    self.url = url
    port = listener.port
    library = files.library
    self.directory = directory
    self.log = log
    gate = plan.gate
    unmatched = plan.unmatched
    unusedSteps = plan.unused
    waivers = Mutex(files.waivers ?? WaiverPolicy(service: plan.service))
    self.today = today
    self.server = server
    self.listener = listener
  }

  /// Closes the port and ends its thread. Requests in flight are interrupted. A second call does nothing.
  ///
  /// The recorded exchanges stay available. A mock that is deallocated also stops, a moment later.
  public func stop() async {
    isStopped.withLock { $0 = true }
    listener.close()
    directory.closeAll()
    await server.shutdown(grace: .zero)
  }

  /// Set the environment only once, before the first request, because other threads may read it later.
  private static let exemption: Void = { if LoopbackProxyExemption.isNeeded { LoopbackProxyExemption.apply() } }()
}

extension MockedService {
  func note(_ step: UnusedStep) { steps.withLock { $0.append(step) } }

  /// Drops the steps that the test itself removed.
  func forget(where isGone: (UnusedStep) -> Bool) { steps.withLock { $0.removeAll(where: isGone) } }

  /// The steps that no request used. The array is empty as long as more requests may arrive.
  var unused: [UnusedStep] {
    guard isStopped.withLock({ $0 }) else { return [] }
    return steps.withLock { $0.filter { !$0.mark.isUsed } }
  }
}

extension MockedService {
  /// The mocks of the running test, innermost last. Child tasks inherit them, but detached tasks don't.
  @TaskLocal static var running: [MockedService] = []

  /// The mock of the running test or, with nested traits, the innermost one.
  ///
  /// - Throws: ``MockError`` if there is none, because the test has neither a trait nor a surrounding `withPlumbline`,
  ///   or because the task is detached.
  public static var current: MockedService {
    get throws {
      if let mock = running.last { return mock }
      throw MockError(
        "No mock is running here: give the test or its suite the trait .plumbline(\"SERVICE\"), and access it in the test's own task."
      )
    }
  }

  /// Returns the mock of a service, for tests whose client talks to several services.
  ///
  /// - Throws: ``MockError`` if no mock with that name is running.
  public static func current(_ service: String) throws -> MockedService {
    if let mock = running.last(where: { $0.service == service }) { return mock }
    throw MockError(
      "No mock of \(service) is running here: give the test or its suite the trait .plumbline(\"\(service)\").")
  }

  /// Runs a closure with this mock as the current one.
  func scoped<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$running.withValue(Self.running + [self], operation: body, isolation: isolation)
  }
}
