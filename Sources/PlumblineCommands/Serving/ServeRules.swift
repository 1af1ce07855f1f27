import PlumblineMockEngine

/// The faults, delays, and pace given on the command line.
struct ServeRules: Sendable {
  private let faults: [FaultRule]
  private let delays: [DelayRule]
  /// The pace of streamed events, or `nil` if none is given.
  let pace: StreamPace?

  init(_ arguments: Arguments) throws(UsageError) {
    faults = try Self.read("--fault", arguments) { text throws(RuleError) in try FaultRule(parsing: text) }
    delays = try Self.read("--delay", arguments) { text throws(RuleError) in try DelayRule(parsing: text) }
    pace = try Self.read("--pace", arguments) { text throws(RuleError) in try StreamPace(parsing: text) }.last
  }

  var isEmpty: Bool { faults.isEmpty && delays.isEmpty && pace == nil }

  /// Rejects a rule that no service can apply, because no endpoint matches or the error doesn't exist.
  func check(against libraries: [MockLibrary]) throws(UsageError) {
    for rule in faults {
      if libraries.allSatisfy({ $0.problem(with: rule) != nil }) {
        // A service with a matching endpoint provides the best error message.
        let library = libraries.first { $0.has(rule.endpoint) } ?? libraries.first
        throw UsageError("--fault \(rule): \(library?.problem(with: rule) ?? "there is no service.")")
      }
    }
    for rule in delays where libraries.allSatisfy({ $0.problem(with: rule) != nil }) {
      throw UsageError("--delay \(rule): \(libraries.first?.problem(with: rule) ?? "there is no service.")")
    }
  }

  /// Returns the faults that apply to a service.
  func faults(of library: MockLibrary) -> [FaultRule] { faults.filter { library.problem(with: $0) == nil } }

  /// Returns the delays that apply to a service.
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
