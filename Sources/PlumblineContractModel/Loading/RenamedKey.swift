/// A key of contracts that has been renamed.
///
/// Files with the old name stay valid: ``CurrentKeys`` reads them as if they had the new one. The list is the only
/// place that knows old names; `contract.schema.json` accepts both.
package struct RenamedKey: Sendable, Hashable {
  /// The kinds of objects that have renamed keys.
  enum Holder {
    /// A file of the contract.
    case file
    case endpoint
    case state
    /// A guard of a state.
    case `guard`
    /// The items that hold a credential.
    case holders
  }

  package let old: String
  package let new: String
  /// The objects that the key is renamed in; elsewhere, as in schemas, it is an unrelated key.
  let holders: Set<Holder>

  /// All renamed keys.
  package static let all = [
    RenamedKey(old: "failures", new: "errors", holders: [.file, .endpoint]),
    RenamedKey(old: "commonFailures", new: "commonErrors", holders: [.file]),
    RenamedKey(old: "failure", new: "error", holders: [.guard]),
    RenamedKey(old: "collections", new: "resources", holders: [.file]),
    RenamedKey(old: "collection", new: "resource", holders: [.state, .holders]),
  ]

  private static let byHolder = Dictionary(
    grouping: all.flatMap { key in key.holders.map { (holder: $0, key: key) } }, by: \.holder
  ).mapValues { $0.map(\.key) }

  /// Returns the renamed keys of a kind of object.
  static func keys(of holder: Holder) -> [RenamedKey] { byHolder[holder] ?? [] }

  /// Returns the new name of a key of a file or an endpoint; the key itself if it isn't renamed.
  package static func current(_ key: String) -> String {
    all.first { $0.old == key && !$0.holders.isDisjoint(with: [.file, .endpoint]) }?.new ?? key
  }
}
