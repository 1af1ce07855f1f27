import PlumblineContractModel
import Synchronization

/// The ways in which a suite can let a run find its variables' values on a real server.
///
/// Every call that lacks a value asks for them, each for its own variables, so the tables are created only once, on
/// first use.
final class VariableRemedies: Sendable {
  private struct Sources {
    /// The sources in the contract, by variable.
    let known: [String: SuiteVariable.Source]
    /// The sources that the suite declares, by variable.
    let declared: [String: SuiteVariable.Source]
  }

  private let suite: any CallSuite
  private let contract: Contract
  private let made = Mutex<Sources?>(nil)

  init(_ suite: any CallSuite, _ contract: Contract) {
    self.suite = suite
    self.contract = contract
  }

  /// Returns a phrase that explains how the suite can let a run find missing values, or an empty string if the contract
  /// has no collection with such values, or if the suite already declares a source. An example is
  /// `, or SuiteVariable("loan_id", …, from: .item(of: "loans")) in the suite`.
  func words(for missing: [String], at endpoint: Endpoint) -> String {
    let sources = sources()
    let declarations = missing.compactMap { name -> String? in
      guard (sources.declared[name] ?? .given) == .given, let source = sources.known[name] else { return nil }
      let (spelling, collection): (String, String)
      switch source {
      case .item(let name): (spelling, collection) = ("item", name)
      case .removable(let name): (spelling, collection) = ("removable", name)
      case .given, .expendable, .missing: return nil
      }
      guard let resource = contract.resource(collection),
        endpoint.isSafe ? resource.hasUsableList : resource.isReplaceable
      else { return nil }
      return "SuiteVariable(\"\(name)\", …, from: .\(spelling)(of: \"\(collection)\"))"
    }
    return declarations.isEmpty ? "" : ", or \(declarations.joined(separator: " and ")) in the suite"
  }

  private func sources() -> Sources {
    made.withLock { made in
      if let made { return made }
      let sources = Sources(
        known: Self.sources(of: DirectNames(contract, []).variables), declared: Self.sources(of: suite.variables))
      made = sources
      return sources
    }
  }

  /// Returns the sources by name. If several have the same name, the first one counts.
  private static func sources(of variables: [SuiteVariable]) -> [String: SuiteVariable.Source] {
    Dictionary(variables.map { ($0.name, $0.source) }, uniquingKeysWith: { first, _ in first })
  }
}
