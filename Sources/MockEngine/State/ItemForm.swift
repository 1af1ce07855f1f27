import ContractModel
import JSONTree

/// How a new item of a collection is filled in: worked out once from its schema, as asking the schema anew for each item
/// cost more than all the rest of making it.
final class ItemForm: Sendable {
  /// What a member becomes that nobody gave.
  private enum Filling: Sendable {
    case nothing
    case value(JSON)
    case now
    case today
  }

  private struct Slot: Sendable {
    let member: ItemCollection.Member
    let isKey: Bool
    let filling: Filling
    /// The member's name as it is written before its value: `"name":`.
    let label: [UInt8]
    let isDeclared: Bool
  }

  /// A moment to try schemas with: which one makes no difference to a format.
  private static let someMoment = Moment(seconds: 1_700_000_000)
  private static let plain: [JSON] = [0, false, ""]

  /// The member that tells items apart, where it lies on the top level.
  private let key: String?
  private let slots: [Slot]
  private let names: Set<String>
  /// The members that the schema knows; empty where it takes any.
  private let declared: Set<String>
  /// Whether all that the schema knows lies in the slots and numbers are right for keys, so that an item can be written
  /// straight from a body.
  private let isPlain: Bool

  init(_ collection: ItemCollection) {
    let key = collection.key.flatMap { $0.tokens.count == 1 ? $0.tokens[0] : nil }
    let counted = Set(collection.counters.compactMap { $0.target.tokens.count == 1 ? $0.target.tokens[0] : nil })
    self.key = key
    let declared = Set(collection.item.declared(at: JSONPointer(), in: .emptyObject))
    self.declared = declared
    slots = collection.members.map { member in
      Slot(
        member: member, isKey: member.name == key,
        filling: Self.filling(member, isNeeded: member.isRequired || counted.contains(member.name)),
        label: JSON(member.name).serialized() + [UInt8(ascii: ":")], isDeclared: declared.contains(member.name))
    }
    names = Set(collection.members.map(\.name))
    let takesNumbers = slots.contains { slot in
      slot.isKey && [1, 1 << 50].allSatisfy { slot.member.schema.isValid(JSON($0)) }
    }
    isPlain =
      takesNumbers && !declared.isEmpty && declared.isSubset(of: names) && collection.counters.isEmpty
      && collection.owner == nil
  }

  /// A new item, written straight from a body; `nil` where that takes more thought. It is what `given` and `filled` come
  /// to, without a value of its own for each member.
  ///
  /// - Parameter text: a buffer to write in, so that an item's own memory is no larger than it has to be.
  func written(
    from body: JSON?, in text: inout [UInt8], isFree: (JSON) -> Bool, number: Int, now: Moment
  ) -> JSON? {
    guard isPlain, let body, body.kind == .object else { return nil }
    text.removeAll(keepingCapacity: text.capacity < 1 << 16)
    for slot in slots {
      let given = slot.isDeclared ? body[slot.member.name] : Optional.none
      let value: JSON
      if slot.isKey {
        guard let given, isFree(given) else {
          Self.begin(slot, &text)
          text.append(contentsOf: String(number).utf8)
          continue
        }
        value = given
      } else if let given {
        value = given
      } else {
        switch slot.filling {
        case .nothing: continue
        case .value(let standard): value = standard
        case .now: value = now.json
        case .today: value = JSON(now.day)
        }
      }
      Self.begin(slot, &text)
      switch value.kind {
      case .object, .array: text.append(contentsOf: value.serialized())
      default: text.append(contentsOf: value.document.bytes[value.document.tape[value.node].range])
      }
    }
    guard !text.isEmpty else { return .emptyObject }
    text.append(UInt8(ascii: "}"))
    return try? JSON.parse(Array(text[...]))
  }

  private static func begin(_ slot: Slot, _ text: inout [UInt8]) {
    text.append(text.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
    text.append(contentsOf: slot.label)
  }

  /// Those members of a body that an item may have.
  func given(by body: JSON?) -> ItemDraft {
    ItemDraft(body) { declared.isEmpty || declared.contains($0) }
  }

  /// A new item with its key and with what its schema wants and nobody gave: the default, null where that is allowed, the
  /// time, nought. Members come in the schema's order.
  ///
  /// - Parameters:
  ///   - isFree: whether no other item has this key.
  ///   - number: the next key, where keys are numbers.
  func filled(_ given: ItemDraft, isFree: (JSON) -> Bool, number: Int, now: Moment) -> ItemDraft {
    var draft = ItemDraft()
    for slot in slots {
      let name = slot.member.name
      if slot.isKey {
        let own = given[name].flatMap { isFree($0) ? Optional($0) : Optional.none }
        draft.set(name, own ?? Self.key(number, slot.member))
      } else if let value = given[name] {
        draft.set(name, value)
      } else {
        switch slot.filling {
        case .nothing: break
        case .value(let value): draft.set(name, value)
        case .now: draft.set(name, now.json)
        case .today: draft.set(name, JSON(now.day))
        }
      }
    }
    for (name, value) in given.members where !names.contains(name) { draft.set(name, value) }
    if let key, !names.contains(key), given[key] == nil { draft.set(key, JSON(number)) }
    return draft
  }

  /// A key that its schema takes: a number, the same as text, or one that looks like a UUID.
  private static func key(_ number: Int, _ member: ItemCollection.Member) -> JSON {
    let plain = JSON(number)
    if member.schema.isValid(plain) { return plain }
    let digits = String(number)
    let tail = String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    let candidates = [JSON(digits), JSON("00000000-0000-4000-8000-\(tail)")]
    return candidates.first(where: member.schema.isValid) ?? plain
  }

  private static func filling(_ member: ItemCollection.Member, isNeeded: Bool) -> Filling {
    if let standard = member.standard { return .value(standard) }
    if member.isNullable { return .value(.null) }
    guard isNeeded else { return .nothing }
    // The plainest value that the member may have.
    if let value = plain.first(where: member.schema.isValid) { return .value(value) }
    if member.schema.isValid(someMoment.json) { return .now }
    if member.schema.isValid(JSON(someMoment.day)) { return .today }
    let others = [.emptyArray] + member.ranks.prefix(1)
    return .value(others.first(where: member.schema.isValid) ?? (try? member.schema.example().get()) ?? .null)
  }
}
