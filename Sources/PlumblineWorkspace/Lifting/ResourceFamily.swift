import PlumblineContractModel
import PlumblineJSONTree

/// The endpoints of one kind of item, which have a path that lists and creates them, and one that reads, changes and
/// deletes a single item, if any.
struct ResourceFamily {
  /// The name of the collection.
  var name: String
  /// The path of the list.
  let path: String
  /// The parameter that identifies an item, or `nil` if no path names a single item, and items have an `id`.
  let key: String?
  var list: ContractDraft.Endpoint?
  let create: ContractDraft.Endpoint
  /// A Boolean value that indicates whether `create` is the PUT of an item's path, which creates a missing item.
  var isMadeByPut = false
  /// The endpoint that reads one item, or `nil` if only the list contains items.
  let read: ContractDraft.Endpoint?
  var changes: [(method: String, endpoint: ContractDraft.Endpoint)] = []
  /// The endpoints that change an item whose key is in the body, on the path of the list.
  var changesByBody: [(method: String, endpoint: ContractDraft.Endpoint)] = []
  var delete: ContractDraft.Endpoint?
  /// The endpoints that list some of the items, such as `findByStatus`.
  var finders: [ContractDraft.Endpoint] = []
  /// The other writing endpoints on these paths, such as a DELETE on the path of the list.
  var others: [(method: String, endpoint: ContractDraft.Endpoint)] = []

  /// The parameters of the list's path, which identify the owner of the items.
  var owners: [String] { Self.segments(path).compactMap(Self.parameter) }

  /// The collection's member for owners, which is empty if the items have none.
  var per: [(String, JSON)] {
    let addresses = owners.map { JSON("path.\($0)") }
    return addresses.isEmpty ? [] : [("per", addresses.count == 1 ? addresses[0] : .array(addresses))]
  }

  /// The last word of the list's path.
  var word: String { Self.segments(path).last ?? path }

  /// The endpoint that shows the items, which is the reading one, otherwise the listing one.
  var shown: ContractDraft.Endpoint { read ?? list ?? create }
  /// An endpoint whose path names one item.
  var keyed: ContractDraft.Endpoint? {
    read ?? changes.first?.endpoint ?? delete ?? (isMadeByPut ? create : nil)
  }

  /// Returns a path, or a request line, without differences of style at its end, which are a slash, or an extension for
  /// JSON.
  static func plain(_ path: String) -> String {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    return path.hasSuffix(".json") ? String(path.dropLast(".json".count)) : path
  }

  static func segments(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
  }

  /// Returns the name of the parameter that forms a whole segment.
  static func parameter(_ segment: String) -> String? {
    guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
    let name = segment.dropFirst().dropLast()
    return name.allSatisfy { $0 == "_" || $0 == "-" || $0.isLetter || $0.isNumber } ? String(name) : nil
  }

  /// Returns the last word of the path, made unique among the families.
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
