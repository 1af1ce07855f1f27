import Foundation
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineTime
import PlumblineVerification
import Synchronization

/// A service's mock for one test: a port of its own on 127.0.0.1, and state, overrides, faults and a journal that no other
/// test meets.
///
/// Most tests get theirs from the trait ``Testing/Trait/plumbline(_:persona:faults:pace:gate:unmatched:unused:contracts:recordings:file:)``
/// or from ``withPlumbline(_:persona:faults:pace:gate:unmatched:unused:contracts:recordings:file:testFile:line:isolation:_:)``. Where set-up and
/// tear-down are functions of their own, as in XCTest, start it in one, verify and stop it in the other:
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
  /// The service's name: `truelog`.
  public let service: String
  /// What the client puts before a path: `http://127.0.0.1:54321`.
  public let baseURL: String
  /// The same as Foundation has it.
  public let url: URL
  /// The port on 127.0.0.1.
  public let port: Int

  let library: MockLibrary
  let directory: SessionDirectory
  let log: DriftLog
  let gate: DriftSeverity?
  let unmatched: UnmatchedRequests
  /// What the service's files excuse, and what this test does.
  let waivers: Mutex<WaiverPolicy>
  /// What it means that nobody uses what the test tells the mock to do.
  let unusedSteps: UnusedSteps
  private let steps = Mutex<[UnusedStep]>([])
  private let isStopped = Mutex(false)
  let today: String
  private let server: HTTPServer
  private let listener: Listener

  /// Starts the mock of a service.
  ///
  /// - Parameters:
  ///   - service: the folder's name among the contracts.
  ///   - persona: everyone is this persona, and credentials are not asked for. Without one callers say who they are, by
  ///     ``credentials(of:)``.
  ///   - faults: what goes wrong from the beginning; of several for one request the first counts.
  ///   - pace: when the events of a stream go out; all at once if nothing is said.
  ///   - gate: from which severity on drift fails the test; `nil`: no drift does.
  ///   - unmatched: what a request means that no endpoint documents.
  ///   - unused: what it means that the test makes an override or a fault which no request uses by its end.
  ///   - contracts: the folder that holds a folder a service, from the source file's own folder on; the nearest `Contracts`
  ///     beside or above the source file if nothing is said.
  ///   - recordings: the folder of the recordings; `Recordings` beside the contracts if nothing is said.
  ///   - file: the source file from which the folders are looked for.
  /// - Throws: ``MockError`` with everything that is wrong with the files, each as `file:line:column`.
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
    // A server of its own a test, so that nothing of it is left when the test ends; one loop is one thread.
    // Its client is in the same process, which may be busy with a thousand other tests for a minute.
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let listener = try server.listen(host: "127.0.0.1", port: 0, responder: directory)
    guard let url = URL(string: listener.baseURL) else { throw MockError("\(listener.baseURL) is no URL.") }
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

  /// Lets go of the port and ends its thread; requests under way are cut off. A second call does nothing.
  ///
  /// What was seen can still be asked for. A mock that nobody holds any more stops too, a moment later.
  public func stop() async {
    isStopped.withLock { $0 = true }
    listener.close()
    directory.closeAll()
    await server.shutdown(grace: .zero)
  }

  /// Set once, before the first request: later, other threads may be reading the environment.
  private static let exemption: Void = { if LoopbackProxyExemption.isNeeded { LoopbackProxyExemption.apply() } }()
}

extension MockedService {
  func note(_ step: UnusedStep) { steps.withLock { $0.append(step) } }

  /// Lets go of what was taken away before the test ended.
  func forget(where isGone: (UnusedStep) -> Bool) { steps.withLock { $0.removeAll(where: isGone) } }

  /// What no request used; none while requests may still come.
  var unused: [UnusedStep] {
    guard isStopped.withLock({ $0 }) else { return [] }
    return steps.withLock { $0.filter { !$0.mark.isUsed } }
  }
}

extension MockedService {
  /// Those of the test that runs, the innermost last. Child tasks have them too, detached tasks don't.
  @TaskLocal static var running: [MockedService] = []

  /// The mock of the test that runs; where traits are nested, that of the innermost.
  ///
  /// - Throws: ``MockError`` where there is none: no trait, no `withPlumbline` around, or a detached task.
  public static var current: MockedService {
    get throws {
      if let mock = running.last { return mock }
      throw MockError(
        "No mock runs here: give the test or its suite the trait .plumbline(\"SERVICE\"), and ask in the test's own task."
      )
    }
  }

  /// The mock of a service, for tests whose client talks to several.
  ///
  /// - Throws: ``MockError`` where none of that name runs.
  public static func current(_ service: String) throws -> MockedService {
    if let mock = running.last(where: { $0.service == service }) { return mock }
    throw MockError(
      "No mock of \(service) runs here: give the test or its suite the trait .plumbline(\"\(service)\").")
  }

  /// Runs something with this mock as the current one.
  func scoped<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$running.withValue(Self.running + [self], operation: body, isolation: isolation)
  }
}
