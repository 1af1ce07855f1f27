/// A contract key that has been renamed.
///
/// Files that use the old name stay valid, because ``CurrentKeys`` reads them as if they used the new one. Old names
/// occur only in this list and in `contract.schema.json`, which accepts both.
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
  /// The kinds of objects in which the key was renamed. Elsewhere, as in schemas, the same word is an unrelated key.
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

  /// Returns the new name of a key of a file or an endpoint, or the key itself if it hasn't been renamed.
  package static func current(_ key: String) -> String {
    all.first { $0.old == key && !$0.holders.isDisjoint(with: [.file, .endpoint]) }?.new ?? key
  }
}
