import PlumblineContractModel
import PlumblineJSONTree

/// The endpoints of one kind of thing: a path that lists and makes them, and one that reads, changes and deletes one, if there
/// is one.
struct ResourceFamily {
  /// What the mock would call them.
  var name: String
  /// The path of all of them.
  let path: String
  /// The parameter that says which one is meant; `nil` where no path names one, and items have an `id`.
  let key: String?
  var list: ContractDraft.Endpoint?
  let create: ContractDraft.Endpoint
  /// A Boolean value that indicates whether `create` is the PUT of the path of one, which makes what isn't there.
  var isMadeByPut = false
  /// What reads one; without it, the list shows them.
  let read: ContractDraft.Endpoint?
  var changes: [(method: String, endpoint: ContractDraft.Endpoint)] = []
  /// What changes one whose key is in the body, on the path of all of them.
  var changesByBody: [(method: String, endpoint: ContractDraft.Endpoint)] = []
  var delete: ContractDraft.Endpoint?
  /// What lists some of them, as `findByStatus` does.
  var finders: [ContractDraft.Endpoint] = []
  /// What else writes on these paths, as a DELETE of the path of all of them does.
  var others: [(method: String, endpoint: ContractDraft.Endpoint)] = []

  /// The parameters of the path of all of them: whose they are.
  var owners: [String] { Self.segments(path).compactMap(Self.parameter) }

  /// What a collection says of them; nothing where its items are everybody's.
  var per: [(String, JSON)] {
    let addresses = owners.map { JSON("path.\($0)") }
    return addresses.isEmpty ? [] : [("per", addresses.count == 1 ? addresses[0] : .array(addresses))]
  }

  /// The last word of the path of all of them.
  var word: String { Self.segments(path).last ?? path }

  /// The endpoint that shows what they are: what reads one, else what lists them.
  var shown: ContractDraft.Endpoint { read ?? list ?? create }
  /// An endpoint whose path names one.
  var keyed: ContractDraft.Endpoint? {
    read ?? changes.first?.endpoint ?? delete ?? (isMadeByPut ? create : nil)
  }

  /// A path, or a request line, without what is a matter of taste at its end: a slash, and the ending that says JSON.
  static func plain(_ path: String) -> String {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    return path.hasSuffix(".json") ? String(path.dropLast(".json".count)) : path
  }

  static func segments(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
  }

  /// The name of the parameter that a whole segment is.
  static func parameter(_ segment: String) -> String? {
    guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
    let name = segment.dropFirst().dropLast()
    return name.allSatisfy { $0 == "_" || $0 == "-" || $0.isLetter || $0.isNumber } ? String(name) : nil
  }

  /// The last word of the path, told apart from those of other families.
  static func name(_ word: String, beside families: [ResourceFamily]) -> String {
    let letters = word.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    let base = letters.first?.isLetter == true ? String(letters) : "items"
    let names = Set(families.map(\.name))
    if !names.contains(base) { return base }
    return (2...).lazy.map { "\(base)\($0)" }.first { !names.contains($0) } ?? base
  }

  /// The ids of all its endpoints.
  var endpoints: [String] {
    [list?.id, create.id, read?.id, delete?.id].compactMap { $0 }
      + (changes + changesByBody + others).map(\.endpoint.id) + finders.map(\.id)
  }
}
