import PlumblineContractModel
import PlumblineJSONTree

/// The endpoints for one kind of item. They have a path that lists and creates items and usually one that reads,
/// changes, and deletes a single item.
struct ResourceFamily {
  /// The name of the collection.
  var name: String
  /// The path of the list.
  let path: String
  /// The parameter that identifies an item, or `nil` if no path contains a single item's key and items have an `id`.
  let key: String?
  var list: ContractDraft.Endpoint?
  let create: ContractDraft.Endpoint
  /// A Boolean value that indicates whether `create` is a PUT on an item's path that creates the item if it is missing.
  var isMadeByPut = false
  /// The endpoint that reads one item, or `nil` if only the list contains items.
  let read: ContractDraft.Endpoint?
  var changes: [(method: String, endpoint: ContractDraft.Endpoint)] = []
  /// The endpoints on the list's path that change an item whose key is in the body.
  var changesByBody: [(method: String, endpoint: ContractDraft.Endpoint)] = []
  var delete: ContractDraft.Endpoint?
  /// The endpoints that list some of the items, such as `findByStatus`.
  var finders: [ContractDraft.Endpoint] = []
  /// The other endpoints on these paths that write, such as a DELETE on the path of the list.
  var others: [(method: String, endpoint: ContractDraft.Endpoint)] = []

  /// The parameters in the list's path. They identify the owner of the items.
  var owners: [String] { Self.segments(path).compactMap(Self.parameter) }

  /// The members of the collection that define the owners of items. The array is empty if items have no owner.
  var per: [(String, JSON)] {
    let addresses = owners.map { JSON("path.\($0)") }
    return addresses.isEmpty ? [] : [("per", addresses.count == 1 ? addresses[0] : .array(addresses))]
  }

  /// The last word of the list's path.
  var word: String { Self.segments(path).last ?? path }

  /// The endpoint that shows items: the one that reads an item, or otherwise the list.
  var shown: ContractDraft.Endpoint { read ?? list ?? create }
  /// An endpoint whose path contains an item's key.
  var keyed: ContractDraft.Endpoint? {
    read ?? changes.first?.endpoint ?? delete ?? (isMadeByPut ? create : nil)
  }

  /// Returns a path or a request line without a trailing slash or a JSON extension.
  static func plain(_ path: String) -> String {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    return path.hasSuffix(".json") ? String(path.dropLast(".json".count)) : path
  }

  static func segments(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
  }

  /// Returns the name of the parameter that a segment consists of, or `nil` if the segment isn't a parameter.
  static func parameter(_ segment: String) -> String? {
    guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
    let name = segment.dropFirst().dropLast()
    return name.allSatisfy { $0 == "_" || $0 == "-" || $0.isLetter || $0.isNumber } ? String(name) : nil
  }

  /// Returns a name for a family that is based on the last word of its path and doesn't exist yet.
  static func name(_ word: String, beside names: Set<String>) -> String {
    let letters = word.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    let base = letters.first?.isLetter == true ? String(letters) : "items"
    if !names.contains(base) { return base }
    return (2...).lazy.map { "\(base)\($0)" }.first { !names.contains($0) } ?? base
  }

  /// The ids of all endpoints of the family.
  var endpoints: [String] {
    [list?.id, create.id, read?.id, delete?.id].compactMap { $0 }
      + (changes + changesByBody + others).map(\.endpoint.id) + finders.map(\.id)
  }
}
