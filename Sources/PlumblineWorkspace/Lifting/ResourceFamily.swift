import PlumblineContractModel
import PlumblineJSONTree

/// The endpoints of one kind of thing: a path that lists and makes them, and one that reads, changes and deletes one.
struct ResourceFamily {
  /// What the mock would call them.
  var name: String
  /// The path of all of them.
  let path: String
  /// The parameter that says which one is meant.
  let key: String
  var list: ContractDraft.Endpoint?
  let create: ContractDraft.Endpoint
  /// What reads one; without it, the list shows them.
  let read: ContractDraft.Endpoint?
  var changes: [(method: String, endpoint: ContractDraft.Endpoint)] = []
  /// What changes one whose key is in the body, on the path of all of them.
  var changesByBody: [(method: String, endpoint: ContractDraft.Endpoint)] = []
  var delete: ContractDraft.Endpoint?
  /// What lists some of them, as `findByStatus` does.
  var finders: [ContractDraft.Endpoint] = []

  /// The parameters of the path of all of them: whose they are.
  var owners: [String] { Self.segments(path).compactMap(Self.parameter) }

  /// What a collection says of them; nothing where its items are everybody's.
  var per: [(String, JSON)] {
    let addresses = owners.map { JSON("path.\($0)") }
    return addresses.isEmpty ? [] : [("per", addresses.count == 1 ? addresses[0] : .array(addresses))]
  }

  /// The endpoint that shows what they are: what reads one, else what lists them.
  var shown: ContractDraft.Endpoint { read ?? list ?? create }
  /// An endpoint whose path names one.
  var keyed: ContractDraft.Endpoint? { read ?? changes.first?.endpoint ?? delete }

  /// Those of a contract, in the order of their endpoints. Each can at least make one and read it, by itself or in a list.
  static func all(in draft: ContractDraft) -> [ResourceFamily] {
    var byLine: [String: ContractDraft.Endpoint] = [:]
    var lines: [(method: String, path: String, endpoint: ContractDraft.Endpoint)] = []
    for endpoint in draft.endpoints where endpoint.value["state"] == nil && endpoint.value["when"] == nil {
      guard let line = endpoint.value["request"]?.string, let space = line.firstIndex(of: " "), !line.contains("?")
      else { continue }
      // A slash at the end is a matter of taste.
      let trimmed = line.hasSuffix("/") ? String(line.dropLast()) : line
      byLine[trimmed] = byLine[trimmed] ?? endpoint
      lines.append((String(line[..<space]), String(trimmed[trimmed.index(after: space)...]), endpoint))
    }
    var families: [ResourceFamily] = []
    var paths: Set<String> = []
    for (_, path, _) in lines {
      let segments = segments(path)
      guard segments.count > 1, let key = segments.last.flatMap(parameter),
        let word = segments.dropLast().last, parameter(word) == nil,
        // Whose they are has to be said by whole segments.
        segments.allSatisfy({ !$0.contains("{") || parameter($0) != nil })
      else { continue }
      let all = "/" + segments.dropLast().joined(separator: "/")
      let (read, list) = (byLine["GET \(path)"], byLine["GET \(all)"])
      guard let create = byLine["POST \(all)"], read != nil || list != nil, paths.insert(all).inserted else { continue }
      var family = ResourceFamily(
        name: name(word, beside: families), path: all, key: key, list: list, create: create, read: read)
      family.changes = ["PUT", "PATCH"].compactMap { method in byLine["\(method) \(path)"].map { (method, $0) } }
      family.changesByBody = ["PUT", "PATCH"].compactMap { method in byLine["\(method) \(all)"].map { (method, $0) } }
      family.delete = byLine["DELETE \(path)"]
      family.finders = lines.filter {
        $0.method == "GET" && $0.path.hasPrefix("\(all)/findBy") && !$0.path.contains("{")
      }
      .map(\.endpoint)
      if family.keyed != nil { families.append(family) }
    }
    return families
  }

  private static func segments(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
  }

  /// The name of the parameter that a whole segment is.
  private static func parameter(_ segment: String) -> String? {
    guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
    let name = segment.dropFirst().dropLast()
    return name.allSatisfy { $0 == "_" || $0 == "-" || $0.isLetter || $0.isNumber } ? String(name) : nil
  }

  /// The last word of the path, told apart from those of other families.
  private static func name(_ word: String, beside families: [ResourceFamily]) -> String {
    let letters = word.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    let base = letters.first?.isLetter == true ? String(letters) : "items"
    let names = Set(families.map(\.name))
    if !names.contains(base) { return base }
    return (2...).lazy.map { "\(base)\($0)" }.first { !names.contains($0) } ?? base
  }

  /// The ids of all its endpoints.
  var endpoints: [String] {
    [list?.id, create.id, read?.id, delete?.id].compactMap { $0 } + (changes + changesByBody).map(\.endpoint.id)
      + finders.map(\.id)
  }
}
