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

  /// A member and what becomes of it. A class, as walking along an array of structs counts the references of each.
  private final class Slot: Sendable {
    let member: ItemCollection.Member
    let isKey: Bool
    let filling: Filling
    /// The member's name as it is written before its value: `"name":`.
    let label: [UInt8]
    /// What it becomes when nobody gave it, as it is written; empty where that is nothing, or the time.
    let standard: [UInt8]
    /// Whether that fits its schema.
    let isStandardRight: Bool

    init(_ member: ItemCollection.Member, isKey: Bool, filling: Filling) {
      self.member = member
      self.isKey = isKey
      self.filling = filling
      label = JSON(member.name).serialized() + [UInt8(ascii: ":")]
      switch filling {
      case .nothing:
        standard = []
        isStandardRight = !member.isRequired
      case .value(let value):
        standard = value.serialized()
        isStandardRight = member.schema.isValid(value)
      case .now:
        standard = []
        isStandardRight = member.schema.isValid(someMoment.json)
      case .today:
        standard = []
        isStandardRight = member.schema.isValid(JSON(someMoment.day))
      }
    }
  }

  /// A new item's text, without spaces, and its key.
  struct Written {
    let text: [UInt8]
    let key: ItemKey
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
  /// Whether all that the schema knows lies in the slots, each of them for itself, and numbers are right for keys, so that
  /// an item can be written straight from a body.
  private let isPlain: Bool
  /// How much longer than its body an item may be expected to be.
  private let room: Int

  init(_ collection: ItemCollection) {
    let key = collection.key.flatMap { $0.tokens.count == 1 ? $0.tokens[0] : nil }
    let counted = Set(collection.counters.compactMap { $0.target.tokens.count == 1 ? $0.target.tokens[0] : nil })
    self.key = key
    let declared = Set(collection.item.declared(at: JSONPointer(), in: .emptyObject))
    self.declared = declared
    slots = collection.members.map { member in
      Slot(
        member, isKey: member.name == key,
        filling: Self.filling(member, isNeeded: member.isRequired || counted.contains(member.name)))
    }
    names = Set(collection.members.map(\.name))
    room = slots.reduce(16) { $0 + $1.label.count + 24 }
    let takesNumbers = slots.contains { slot in
      slot.isKey && [1, 1 << 50].allSatisfy { slot.member.schema.isValid(JSON($0)) }
    }
    isPlain =
      takesNumbers && collection.isMemberwise && !declared.isEmpty && declared == names && collection.counters.isEmpty
      && collection.owner == nil
  }

  /// A new item, written straight from a body; `nil` where that takes more thought, or where something doesn't fit. It is
  /// what `given` and `filled` come to, without a value of its own for each member, and fits the schema.
  func written(from body: JSON?, isFree: (ItemKey) -> Bool, number: Int, now: Moment) -> Written? {
    guard isPlain, let body, body.kind == .object else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(body.document.bytes.count + room)
    var key = ItemKey.number(number)
    for slot in slots {
      let given = body[slot.member.name]
      if slot.isKey {
        Self.begin(slot, &text)
        guard let given, isFree(ItemKey(given)) else {
          text.append(contentsOf: String(number).utf8)
          continue
        }
        guard slot.member.schema.isValid(given) else { return nil }
        key = ItemKey(given)
        given.append(to: &text)
      } else if let given {
        guard slot.member.schema.isValid(given) else { return nil }
        Self.begin(slot, &text)
        given.append(to: &text)
      } else {
        guard slot.isStandardRight else { return nil }
        switch slot.filling {
        case .nothing: continue
        case .value:
          Self.begin(slot, &text)
          text.append(contentsOf: slot.standard)
        case .now:
          Self.begin(slot, &text)
          now.json.append(to: &text)
        case .today:
          Self.begin(slot, &text)
          JSON(now.day).append(to: &text)
        }
      }
    }
    text.append(UInt8(ascii: "}"))
    return Written(text: text, key: key)
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
  ///   - word: what stands before the number in other items' keys.
  func filled(
    _ given: ItemDraft, isFree: (JSON) -> Bool, number: Int, word: String? = nil, now: Moment
  ) -> ItemDraft {
    var draft = ItemDraft()
    for slot in slots {
      let name = slot.member.name
      if slot.isKey {
        let own = given[name].flatMap { isFree($0) ? Optional($0) : Optional.none }
        draft.set(name, own ?? Self.key(number, word, slot.member))
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

  /// A key that its schema takes: a number, one like those of other items, the number as text, or one that looks like a
  /// UUID.
  private static func key(_ number: Int, _ word: String?, _ member: ItemCollection.Member) -> JSON {
    let plain = JSON(number)
    if member.schema.isValid(plain) { return plain }
    let digits = String(number)
    let tail = String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    let candidates = (word.map { [JSON($0 + digits)] } ?? []) + [JSON(digits), JSON("00000000-0000-4000-8000-\(tail)")]
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
