import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// A form for filling in new items of a collection.
///
/// It is prepared once from the collection's schema, because consulting the schema for each item would cost more than
/// the rest of the item's creation.
final class ItemForm: Sendable {
  /// The value for a member that the request doesn't provide.
  private enum Filling: Sendable {
    case nothing
    case value(JSON)
    case now
    case today
    /// The current time in the member's format.
    case time(TimeForm)
  }

  /// A member and the value to fill in. This is a class because iterating over an array of structs retains each of
  /// their references.
  private final class Slot: Sendable {
    let member: ItemCollection.Member
    let isKey: Bool
    let filling: Filling
    let name: MemberName
    /// The text before the member's value, such as `,"name":`.
    let label: [UInt8]
    /// For each kind of scalar, by raw value, whether the member accepts all of its values.
    private let takesAny: [Bool]
    /// The serialized value for a member that the request doesn't provide. It is empty if there is no value, or if the
    /// value is the current time.
    let standard: [UInt8]
    /// A Boolean value that indicates whether ``standard`` is valid for the member's schema.
    let isStandardRight: Bool

    init(_ member: ItemCollection.Member, isKey: Bool, filling: Filling) {
      self.member = member
      self.isKey = isKey
      self.filling = filling
      name = MemberName(member.name)
      label = [UInt8(ascii: ",")] + JSON(member.name).serialized() + [UInt8(ascii: ":")]
      takesAny = JSONKind.allCases.map { $0 != .array && $0 != .object && member.schema.takesAny($0) }
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
      case .time(let form):
        standard = []
        isStandardRight = member.schema.isValid(form.value(of: someThousandths))
      }
    }

    /// Appends the member's name and a value. Returns `false` if the value isn't valid.
    func append(_ value: Int, of document: JSONDocument, _ reader: TapeReader, to text: inout [UInt8]) -> Bool {
      if takesAny[Int(reader.kind(value).rawValue)] {
        text.append(contentsOf: label)
        text.append(contentsOf: reader.literal(value))
        return true
      }
      let value = JSON(document, value)
      guard member.schema.isValid(value) else { return false }
      text.append(contentsOf: label)
      value.append(to: &text)
      return true
    }
  }

  /// The information that new keys are generated from.
  struct NextKey: Sendable {
    /// The next key if keys are numbers.
    let number: Int
    /// The text before the number in existing keys, such as `user-` in `user-7`.
    let word: String?
    /// The number of keys assigned so far that contain no number.
    let words: Int
  }

  /// The text of a new item, without whitespace, and its key.
  struct Written {
    let text: [UInt8]
    let key: ItemKey
  }

  /// A sample moment for testing schemas. Any moment will do, because formats don't depend on it.
  private static let someMoment = Moment(seconds: 1_700_000_000)
  private static let someThousandths = 1_700_000_000_000
  private static let plain: [JSON] = [0, false, ""]

  /// The name of the member that identifies items, or `nil` if it isn't at the top level.
  private let key: String?
  /// The location of the member that identifies items, or `nil` if it is at the top level.
  private let deepKey: (pointer: JSONPointer, member: ItemCollection.Member?)?
  /// The shape of keys that are strings, or `nil` if keys are numbers or no suitable shape was found.
  private let keyShape: KeyShape?
  /// The path parameters that accept the keys of new items.
  private let paths: [Parameter]
  /// A Boolean value that indicates whether items may have members that the schema doesn't declare.
  private let isOpen: Bool
  private let slots: [Slot]
  private let names: Set<String>
  /// The members that the schema declares. The list is empty if the schema allows any member.
  private let declared: Set<String>
  /// A Boolean value that indicates whether items can be serialized directly from a body. This requires that numbers
  /// are valid keys, and that the slots cover everything in the schema, independently of each other.
  private let isPlain: Bool
  /// The estimated number of bytes that an item needs in addition to its body.
  private let room: Int

  /// - Parameters:
  ///   - times: The formats of the time members that every change updates.
  ///   - sample: An item of the initial collection.
  ///   - paths: The path parameters that contain keys.
  init(
    _ collection: ItemCollection, times: [JSONPointer: TimeForm], sample: JSON? = nil,
    paths: KeyParameters = KeyParameters()
  ) {
    let key = collection.key.flatMap { $0.tokens.count == 1 ? $0.tokens[0] : nil }
    let targets = collection.counters.map(\.target) + collection.computed.map(\.target)
    let counted = Set(targets.compactMap { $0.tokens.count == 1 ? $0.tokens[0] : nil })
    self.key = key
    let keyPointer = collection.key.flatMap { $0.tokens.count > 1 ? $0 : nil }
    deepKey = keyPointer.map { ($0, collection.deepKey) }
    let keySchema = (collection.deepKey ?? collection.members.first { $0.name == key })?.schema
    let keys = keySchema.map { Self.keys(fitting: $0, paths, like: collection.key.flatMap { sample?.at($0) }) }
    keyShape = keys?.shape
    self.paths = keys?.paths ?? []
    isOpen = collection.isOpen
    let declared = Set(collection.item.declared(at: JSONPointer(), in: .emptyObject))
    self.declared = declared
    slots = collection.members.map { member in
      Slot(
        member, isKey: member.name == key,
        filling: Self.filling(
          member, isNeeded: member.isRequired || counted.contains(member.name),
          time: times[JSONPointer(tokens: [member.name])]))
    }
    names = Set(collection.members.map(\.name))
    room = slots.reduce(16) { $0 + $1.label.count + 24 }
    let takesNumbers = slots.contains { slot in
      slot.isKey && [1, 1 << 50].allSatisfy { slot.member.schema.isValid(JSON($0)) }
    }
    isPlain =
      takesNumbers && keyShape == nil && collection.isMemberwise && !declared.isEmpty && declared == names
      && targets.isEmpty
      && collection.owner == nil && !collection.isOpen && keyPointer == nil
  }

  /// Returns a shape for keys that are valid for a schema and for as many paths as possible, along with those paths.
  /// The shape is `nil` if keys can be numbers.
  private static func keys(
    fitting schema: Schema, _ paths: KeyParameters, like sample: JSON?
  ) -> (shape: KeyShape?, paths: [Parameter]) {
    for accepting in paths.choices {
      if schema.isValid(1), accepting.accept(1) { return (nil, accepting) }
      if let shape = KeyShape(like: sample, schema, paths: accepting) { return (shape, accepting) }
    }
    return (nil, [])
  }

  /// Returns a new item, serialized directly from a body, or `nil` if that isn't possible or a value isn't valid. The
  /// result is valid, and equal to what `given` and `filled` would return, but no value is created for each member.
  func written(
    from body: JSON?, isFree: (ItemKey) -> Bool, number: Int, now: Moment, thousandths: Int
  ) -> Written? {
    guard isPlain, let body, body.kind == .object else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(body.document.bytes.count + room)
    var key = ItemKey.number(number)
    let isWritten = body.document.withReader { reader in
      for slot in slots {
        let given = reader.member(body.node, slot.name).map { $0 + 1 }
        if slot.isKey {
          if let given, isFree(ItemKey(JSON(body.document, given))) {
            key = ItemKey(JSON(body.document, given))
            guard slot.append(given, of: body.document, reader, to: &text) else { return false }
          } else {
            text.append(contentsOf: slot.label)
            text.append(contentsOf: String(number).utf8)
          }
        } else if let given {
          guard slot.append(given, of: body.document, reader, to: &text) else { return false }
        } else {
          guard Self.fill(slot, now, thousandths, &text) else { return false }
        }
      }
      return true
    }
    guard isWritten, !text.isEmpty else { return nil }
    // Replace the comma of the first label with the opening brace.
    text[0] = UInt8(ascii: "{")
    text.append(UInt8(ascii: "}"))
    return Written(text: text, key: key)
  }

  /// Writes a member that the request doesn't provide. Returns `false` if no value is valid.
  private static func fill(_ slot: Slot, _ now: Moment, _ thousandths: Int, _ text: inout [UInt8]) -> Bool {
    guard slot.isStandardRight else { return false }
    switch slot.filling {
    case .nothing: return true
    case .value:
      text.append(contentsOf: slot.label)
      text.append(contentsOf: slot.standard)
    case .now:
      text.append(contentsOf: slot.label)
      now.json.append(to: &text)
    case .today:
      text.append(contentsOf: slot.label)
      JSON(now.day).append(to: &text)
    case .time(let form):
      text.append(contentsOf: slot.label)
      form.value(of: thousandths).append(to: &text)
    }
    return true
  }

  /// Returns the members of a body that an item can have.
  func given(by body: JSON?) -> ItemDraft {
    ItemDraft(body) { isOpen || declared.isEmpty || declared.contains($0) }
  }

  /// Returns a Boolean value that indicates whether an item can have a member.
  func knows(_ name: String) -> Bool { isOpen || declared.isEmpty || declared.contains(name) }

  /// Returns a new item with its key and with values for missing required members: the default, null if that is
  /// allowed, the time, or zero. The members are in the schema's order.
  ///
  /// - Parameters:
  ///   - isFree: A closure that returns a Boolean value that indicates whether a key isn't taken yet.
  ///   - next: The information that new keys are generated from.
  func filled(
    _ given: ItemDraft, isFree: (JSON) -> Bool, next: NextKey, now: Moment, thousandths: Int
  ) -> ItemDraft {
    var draft = ItemDraft()
    for slot in slots {
      let name = slot.member.name
      if slot.isKey {
        let own = given[name].flatMap { isFree($0) ? Optional($0) : Optional.none }
        draft.set(name, own ?? self.key(next, slot.member, isFree))
      } else if let value = given[name] {
        draft.set(name, value)
      } else {
        switch slot.filling {
        case .nothing: break
        case .value(let value): draft.set(name, value)
        case .now: draft.set(name, now.json)
        case .today: draft.set(name, JSON(now.day))
        case .time(let form): draft.set(name, form.value(of: thousandths))
        }
      }
    }
    for (name, value) in given.members where !names.contains(name) { draft.set(name, value) }
    if let key, !names.contains(key), given[key] == nil { draft.set(key, JSON(next.number)) }
    return draft
  }

  /// Returns the item with a new key if keys are nested and the item's key is missing or taken.
  func keyed(_ item: JSON, isFree: (JSON) -> Bool, next: NextKey) -> JSON? {
    guard let (pointer, member) = deepKey else { return item }
    if let own = item.at(pointer), isFree(own) { return item }
    return item.placing(pointer, member.map { key(next, $0, isFree) } ?? JSON(next.number))
  }

  /// Returns a key that the schema allows: a number, a key similar to existing ones, or an unused key in the
  /// collection's shape.
  private func key(_ next: NextKey, _ member: ItemCollection.Member, _ isFree: (JSON) -> Bool) -> JSON {
    let plain = JSON(next.number)
    if member.schema.isValid(plain), paths.accept(plain) { return plain }
    if keyShape?.isCode != true, let word = next.word.map({ JSON("\($0)\(next.number)") }),
      member.schema.isValid(word), paths.accept(word)
    {
      return word
    }
    guard let keyShape else {
      let digits = JSON(String(next.number))
      return member.schema.isValid(digits) ? digits : plain
    }
    let (first, isTooLarge) = next.number.addingReportingOverflow(next.words)
    guard !isTooLarge, first < Int.max - Self.mostTries else { return plain }
    return (first..<first + Self.mostTries).lazy.map(keyShape.key).first(where: isFree) ?? plain
  }

  /// The maximum number of taken keys to skip when looking for a free one.
  private static let mostTries = 10_000

  private static func filling(_ member: ItemCollection.Member, isNeeded: Bool, time: TimeForm?) -> Filling {
    // A member that holds a time is set to the time of the item's creation. Members that every change updates are set
    // even if they aren't required, unless the schema defines their initial value.
    let isTouched = time != nil && member.standard == nil && !member.isNullable
    if isNeeded || isTouched, let time = time ?? member.time, member.schema.isValid(time.value(of: someThousandths)) {
      return .time(time)
    }
    if let standard = member.standard { return .value(standard) }
    // A nullable member that accepts any type of value is left out rather than set to null.
    let kinds: [JSON] = [0, "", true, .emptyArray, .emptyObject]
    let mayBeAnything = member.isNullable && kinds.allSatisfy(member.schema.isValid)
    if member.isNullable, isNeeded || !mayBeAnything { return .value(.null) }
    guard isNeeded else { return .nothing }
    if member.schema.listsValues, let value = try? member.schema.example().get() { return .value(value) }
    // Use the simplest value that is valid for the member.
    if let value = plain.first(where: member.schema.isValid) { return .value(value) }
    if member.schema.isValid(someMoment.json) { return .now }
    if member.schema.isValid(JSON(someMoment.day)) { return .today }
    let others = [.emptyArray] + member.ranks.prefix(1)
    return .value(others.first(where: member.schema.isValid) ?? (try? member.schema.example().get()) ?? .null)
  }
}
