import PlumblineContractModel
import PlumblineJSONTree

/// The member that identifies an item of a family. It is the one that a parameter of their path names, otherwise a name
/// that the parameter implies, otherwise `id`.
struct KeyMember {
  /// The path's parameter, or `nil` if no path names a single item.
  let parameter: String?
  /// The parameter's type, if its schema has one.
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

  /// The end of a sentence about an endpoint that shows no key.
  var absence: String {
    parameter.map { "shows no member that {\($0)} could be" }
      ?? "shows no \"id\", and no path shows which member identifies an item"
  }

  /// The words for keys assigned by services.
  private static let ids = ["id", "uuid", "gid", "sid", "guid", "identifier"]

  /// The words for names chosen by people.
  private static let names = ["name", "label", "title", "slug", "tag", "alias", "handle"]

  /// Returns the member of an object that the parameter names, by one word or the other, with the same type. For
  /// example, `task_gid` names the `gid` of a task, `Sid` a `sid`, `label_name` a `name`, the `charge` of
  /// `/charges/{charge}` an `id`, and the `tag_id` of a tag without an id its `name`.
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

  /// Returns the member that the last of a parameter's words names, such as the `ip` for `{floating_ip}`.
  private func lastWord(of parameter: String, among members: [String]) -> String? {
    let words = parameter.lowercased().split { $0 == "_" || $0 == "-" }
    guard words.count > 1, let last = words.last else { return nil }
    return members.first { Self.bare($0) == last }
  }

  /// Returns the member with a name, if the parameter's word is one for names, such as `slug` for `{team_slug}`, and
  /// `label_name` or `name` for `{label}`.
  private func chosenName(_ wanted: String, among members: [String]) -> String? {
    let bare = members.map { (name: $0, bare: Self.bare($0)) }
    if isOneOfWord(wanted), let own = bare.first(where: { one in Self.names.contains { one.bare == wanted + $0 } }) {
      return own.name
    }
    let isIDLess = !bare.contains { $0.bare == "id" }
    // A user's `name` isn't the login name.
    for word in Self.names where wanted.hasSuffix(word) && wanted != "username" {
      // Without an id, the `name` of a `{database_name}` is the key regardless of the path's name.
      guard wanted == word || isIDLess || isOneOfWord(String(wanted.dropLast(word.count))) else { continue }
      let words = [word] + (wanted == word ? Self.names : [])
      return words.lazy.compactMap { word in bare.first { $0.bare == word }?.name }.first
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether a name is the singular of the path's word, such as `charge` for
  /// `charges` or `intent` for `payment_intents`.
  private func isOneOfWord(_ name: String) -> Bool {
    let parts = word.lowercased().split { $0 == "_" || $0 == "-" }.map(String.init)
    let words = [Self.bare(word)] + (parts.last.map { [$0] } ?? [])
    return words.contains { WordNumber.singulars(of: $0).contains(name) }
  }

  /// Returns a Boolean value that indicates whether a member's name marks it as a key, as in `silenceID` and
  /// `room_key`.
  static func isKeyWord(_ name: String) -> Bool {
    let bare = bare(name)
    return ["id", "key", "number"].contains { bare.hasSuffix($0) }
  }

  /// Returns a name without differences of style, which are case, `_` and `-`.
  static func bare(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
}
