import PlumblineContractModel
import PlumblineJSONTree

/// The member that identifies an item of a family: the member that the path's parameter refers to, a name that the
/// parameter implies, or `id`.
struct KeyMember {
  /// The path's parameter, or `nil` if no path contains a single item's key.
  let parameter: String?
  /// The type of the parameter, or `nil` if its schema has none.
  private let type: String?
  /// The last word of the family's path.
  private let word: String
  private let outline: SchemaOutline

  init(of family: ResourceFamily, _ outline: SchemaOutline) {
    parameter = family.key
    word = family.word
    self.outline = outline
    guard let name = family.key, let keyed = family.keyed, let schema = keyed.value["path"]?[name] else {
      type = nil
      return
    }
    type = outline.soleType(of: schema, keyed.file)
  }

  /// The rest of a sentence about an endpoint whose response has no key.
  var absence: String {
    parameter.map { "shows no member that {\($0)} could be" }
      ?? "shows no \"id\", and no path shows which member identifies an item"
  }

  /// The words for keys that services assign.
  private static let ids = ["id", "uuid", "gid", "sid", "guid", "identifier"]

  /// The words for names that people choose.
  private static let names = ["name", "label", "title", "slug", "tag", "alias", "handle"]

  /// Returns the name of an object's member that the parameter refers to and that has the same type. For example,
  /// `task_gid` refers to the `gid` of a task, `Sid` to `sid`, `label_name` to `name`, and `charge` in
  /// `/charges/{charge}` to `id`. `tag_id` refers to `name` if tags have no id.
  func name(in schema: JSON, _ file: String) -> String? {
    let all = outline.sharedMembers(of: schema, in: file)
    let members = all.filter { member in
      let own = outline.soleType(of: member.schema, member.file)
      return (own == "string" || own == "integer") && (type == nil || type == own)
    }.map(\.name)
    let id = members.first { Self.bare($0) == "id" }
    guard let parameter else { return id }
    let wanted = Self.bare(parameter)
    if let same = members.first(where: { $0 == parameter }) ?? members.first(where: { Self.bare($0) == wanted }) {
      return same
    }
    let words = Self.ids.filter(wanted.hasSuffix)
    if let word = words.max(by: { $0.count < $1.count }),
      let member = members.first(where: { Self.bare($0) == word }) ?? id
    {
      return member
    }
    // A tag without an id is identified by its name, even if the path has {tag_id}.
    if !all.contains(where: { Self.ids.contains(Self.bare($0.name)) }),
      words.contains(where: { isOneOfWord(String(wanted.dropLast($0.count))) }),
      let name = members.first(where: { Self.bare($0) == "name" })
    {
      return name
    }
    if let name = chosenName(wanted, among: members) { return name }
    return isOneOfWord(wanted) ? id ?? lastWord(of: parameter, among: members) : nil
  }

  /// Returns the member with the name of the parameter's last word, such as `ip` for `{floating_ip}`.
  private func lastWord(of parameter: String, among members: [String]) -> String? {
    let words = parameter.lowercased().split { $0 == "_" || $0 == "-" }
    guard words.count > 1, let last = words.last else { return nil }
    return members.first { Self.bare($0) == last }
  }

  /// Returns the member that contains a name, if the parameter has a word for names. For example, this is `slug` for
  /// `{team_slug}`, and `label_name` or `name` for `{label}`.
  private func chosenName(_ wanted: String, among members: [String]) -> String? {
    let bare = members.map { (name: $0, bare: Self.bare($0)) }
    if isOneOfWord(wanted), let own = bare.first(where: { one in Self.names.contains { one.bare == wanted + $0 } }) {
      return own.name
    }
    let isIDLess = !bare.contains { $0.bare == "id" }
    // Don't use a user's `name` for `username`, which is the login name.
    for word in Self.names where wanted.hasSuffix(word) && wanted != "username" {
      // If there is no id, `name` is the key for `{database_name}`, regardless of the last word of the path.
      guard wanted == word || isIDLess || isOneOfWord(String(wanted.dropLast(word.count))) else { continue }
      let words = [word] + (wanted == word ? Self.names : [])
      return words.lazy.compactMap { word in bare.first { $0.bare == word }?.name }.first
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether a name is the singular of the path's last word, such as `charge`
  /// for `charges` or `intent` for `payment_intents`.
  private func isOneOfWord(_ name: String) -> Bool {
    let parts = word.lowercased().split { $0 == "_" || $0 == "-" }.map(String.init)
    let words = [Self.bare(word)] + (parts.last.map { [$0] } ?? [])
    return words.contains { WordNumber.singulars(of: $0).contains(name) }
  }

  /// Returns a Boolean value that indicates whether a member's name indicates a key, as `silenceID` and `room_key` do.
  static func isKeyWord(_ name: String) -> Bool {
    let bare = bare(name)
    return ["id", "key", "number"].contains { bare.hasSuffix($0) }
  }

  /// Returns a name without differences in style: in lowercase, and without `_` and `-`.
  static func bare(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
}
