import ContractModel
import JSONTree

/// Whether items have what is looked for.
enum Matching {
  /// Whether an item's member equals a value (or one of several, if it is a list), or where there are several members,
  /// whether one of them contains it as text, in capitals or not.
  static func fits(_ item: JSON, _ value: JSON, _ members: [JSONPointer]) -> Bool {
    if members.count > 1 {
      let wanted = text(value).lowercased()
      return wanted.isEmpty || members.contains { item.at($0).map { text($0).lowercased().contains(wanted) } ?? false }
    }
    guard let member = members.first.flatMap({ item.at($0) }) else { return false }
    if value.kind == .array { return value.elements.contains { equals(member, $0) } }
    return equals(member, value)
  }

  private static func equals(_ member: JSON, _ value: JSON) -> Bool {
    if member == value { return true }
    guard isScalar(member), isScalar(value), member.kind != value.kind else { return false }
    return ItemTable.text(of: member) == ItemTable.text(of: value)
  }

  private static func isScalar(_ value: JSON) -> Bool { value.kind == .string || value.kind == .number }

  /// What a search looks into: text as it is, nothing for null.
  private static func text(_ value: JSON) -> String { value.isNull ? "" : ItemTable.text(of: value) }
}
