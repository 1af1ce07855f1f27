import PlumblineJSONTree

/// A subschema's rules for the members of an object, without references, as a hash table of names.
///
/// The number of slots is a power of two, and at least half of them are empty, so that looking up a name by its 27-bit
/// hash takes a probe or two and a single comparison. Required names have a slot even without a schema. After one pass
/// over the members, a bit for each required name shows whether it was present.
struct ObjectShape: Sendable {
  /// The index of the shape's first slot.
  var slotStart: Int32 = 0
  /// The number of slots minus one, or -1 if there are none.
  var slotMask: Int32 = -1
  /// The bits of the required names.
  var required: UInt64 = 0
  /// The node for all other members, or -1 if there is none.
  var additional: Int32 = -1
  /// A Boolean value that indicates whether `patternProperties` must be checked for each member.
  var hasPatterns = false
}

/// A name in an `ObjectShape`.
struct PropertySlot: Sendable {
  static let empty: UInt32 = .max

  /// The name's hash, or `empty`.
  var hash: UInt32 = empty
  var text = TextRange(start: 0, count: 0)
  /// The node for the member, or -1 if the name is only required.
  var node: Int32 = -1
  /// The bit of a required name.
  var bit: UInt64 = 0
}

extension SchemaTables {
  /// Returns a shape for properties and required names. There may be up to 64 required names.
  mutating func shape(_ table: ObjectTable, required: [MemberName]) -> ObjectShape {
    var shape = ObjectShape()
    shape.additional = table.additional.map { Int32(clamping: $0) } ?? -1
    shape.hasPatterns = !table.patterns.isEmpty
    var entries: [(name: MemberName, text: TextRange?, node: Int32, bit: UInt64)] = table.properties.map {
      ($0.name, $0.text, Int32(clamping: $0.node), 0)
    }
    var bit: UInt64 = 1
    for name in required {
      if let place = entries.firstIndex(where: { $0.name.hash == name.hash && $0.name.bytes == name.bytes }) {
        if entries[place].bit != 0 { continue }
        entries[place].bit = bit
      } else {
        entries.append((name, nil, -1, bit))
      }
      shape.required |= bit
      bit <<= 1
    }
    if entries.isEmpty { return shape }
    var size = 2
    while size < entries.count * 2 { size *= 2 }
    var laid = [PropertySlot](repeating: PropertySlot(), count: size)
    for entry in entries {
      var place = Int(entry.name.hash) & (size - 1)
      while laid[place].hash != PropertySlot.empty { place = (place + 1) & (size - 1) }
      laid[place] = PropertySlot(
        hash: entry.name.hash, text: entry.text ?? text(entry.name.bytes), node: entry.node, bit: entry.bit)
    }
    shape.slotStart = Int32(clamping: slots.count)
    shape.slotMask = Int32(clamping: size - 1)
    for slot in laid { slots.append(slot) }
    return shape
  }
}
