import PlumblineMockEngine

/// The faults, the delays and the pace of a command line.
struct ServeRules: Sendable {
  private let faults: [FaultRule]
  private let delays: [DelayRule]
  /// When the events of streams go out; `nil` where nothing is said.
  let pace: StreamPace?

  init(_ arguments: Arguments) throws(UsageError) {
    faults = try Self.read("--fault", arguments) { text throws(RuleError) in try FaultRule(parsing: text) }
    delays = try Self.read("--delay", arguments) { text throws(RuleError) in try DelayRule(parsing: text) }
    pace = try Self.read("--pace", arguments) { text throws(RuleError) in try StreamPace(parsing: text) }.last
  }

  var isEmpty: Bool { faults.isEmpty && delays.isEmpty && pace == nil }

  /// Refuses a rule that none of the services can keep: no endpoint fits, or no such failure.
  func check(against libraries: [MockLibrary]) throws(UsageError) {
    for rule in faults {
      if libraries.allSatisfy({ $0.problem(with: rule) != nil }) {
        // A service that has such an endpoint knows best what is wrong.
        let library = libraries.first { $0.has(rule.endpoint) } ?? libraries.first
        throw UsageError("--fault \(rule): \(library?.problem(with: rule) ?? "there is no service.")")
      }
    }
    for rule in delays where libraries.allSatisfy({ $0.problem(with: rule) != nil }) {
      throw UsageError("--delay \(rule): \(libraries.first?.problem(with: rule) ?? "there is no service.")")
    }
  }

  /// The faults that a service can keep.
  func faults(of library: MockLibrary) -> [FaultRule] { faults.filter { library.problem(with: $0) == nil } }

  /// The delays that a service can keep.
  func delays(of library: MockLibrary) -> [DelayRule] { delays.filter { library.problem(with: $0) == nil } }

  private static func read<Rule>(
    _ option: String, _ arguments: Arguments, _ parse: (String) throws(RuleError) -> Rule
  ) throws(UsageError) -> [Rule] {
    var rules: [Rule] = []
    for text in arguments.all(option) {
      do throws(RuleError) {
        rules.append(try parse(text))
      } catch {
        throw UsageError("\(option): \(error)")
      }
    }
    return rules
  }
}
