import PlumblineASCII
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

/// An inference that drafts a contract from exchanges, that is, from requests that a service received and its
/// responses.
///
/// A draft promises only behavior that the exchanges show, and all the exchanges conform to it. Path templates are
/// derived from the IDs in the paths, members that were always present are required, null is allowed if it was seen,
/// and words become an enumeration if there is enough evidence. Each part states how many times it was seen, and
/// everything in the draft is `assumed`. Values are never copied, except for the words of enumerations and error codes.
package struct ContractInference {
  /// The result of an inference.
  package struct Draft: Sendable {
    /// The contract's files or, for an existing service, the single file with the additions.
    package let files: [ContractLoader.File]
    package let endpoints: [DraftedEndpoint]
    /// The parts that were left out, each described in one sentence.
    package var notes: [String]
    /// The exchanges that the draft is based on.
    package let used: [SeenExchange]
    /// The personas that represent the callers in the exchanges, each with its values of `Authorization`.
    package let callers: [(persona: String, fields: [String])]
  }

  private let service: String
  private let source: String
  private let existing: Contract?
  private let newFile: String

  /// Creates an inference.
  ///
  /// - Parameters:
  ///   - source: The origin of the exchanges, in words, such as `session.har`.
  ///   - existing: The service's contract, if it has one. Parts that it contains aren't drafted again.
  ///   - newFile: The name of the file to add to the existing contract.
  package init(service: String, source: String, beside existing: Contract? = nil, newFile: String = "inferred.json") {
    self.service = service
    self.source = source
    self.existing = existing
    self.newFile = newFile
  }

  /// Creates the draft.
  ///
  /// - Parameter origin: The server to draft, or `nil` for the one with the most exchanges.
  package func draft(_ all: [SeenExchange], origin: String? = nil) -> Draft {
    let selection = TrafficSelection(all, origin: origin)
    var notes = selection.notes
    let known = selection.exchanges.filter(isKnown)
    if !known.isEmpty { notes.append("\(Self.exchanges(known.count)) for endpoints that are already in the contract.") }
    let exchanges = selection.exchanges.filter { !isKnown($0) }
    let tree = PathTree(exchanges, isCamel: Self.isCamel(exchanges))
    let groups = EndpointTraffic.groups(exchanges, tree)
    for group in groups where group.isNowhere {
      let path = tree.text(of: group.template).text
      notes.append(
        "\(Self.exchanges(group.exchanges.count)) with \(group.method) \(path), which returned only \(group.statuses)."
      )
    }
    let used = groups.filter { !$0.isNowhere }
    var writing = DraftWriting(
      service: service, source: source, existing: existing, origin: selection.origin, tree: tree, groups: used)
    let files = used.isEmpty ? [] : writing.files(newFile: existing == nil ? nil : newFile)
    notes += writing.notes
    return Draft(
      files: files, endpoints: writing.lines, notes: notes, used: used.flatMap(\.exchanges),
      callers: writing.callers.fields)
  }

  private func isKnown(_ exchange: SeenExchange) -> Bool {
    guard let existing else { return false }
    if case .found = existing.router.route(existing.withoutServerPath(exchange.request)) { return true }
    return false
  }

  private static func exchanges(_ count: Int) -> String { count == 1 ? "1 exchange" : "\(count) exchanges" }

  /// Returns a Boolean value that indicates whether most members are named `likeThis` rather than `like_this`.
  private static func isCamel(_ exchanges: [SeenExchange]) -> Bool {
    var (camel, snake) = (0, 0)
    func count(_ value: JSON, _ depth: Int) {
      guard depth < 4 else { return }
      if value.kind == .array, let first = value.elements.first { count(first, depth + 1) }
      for (name, member) in value.members {
        // A name without capitals and separators is a single word, and reveals nothing about the style.
        if !name.utf8.allSatisfy({ $0.isSmallLetter || $0.isDigit }) {
          if name.dropFirst().contains("_") { snake += 1 }
          if !name.contains("_"), PathWord.words(name).count > 1 { camel += 1 }
        }
        count(member, depth + 1)
      }
    }
    for exchange in exchanges.prefix(1000) { exchange.answered.map { count($0, 0) } }
    return camel > snake
  }
}
