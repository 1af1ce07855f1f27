import PlumblineJSONTree

/// What and where a value is that two sides have.
struct MergePlace: Sendable {
  /// The endpoint or the file: `getItem`, `contract.json`.
  let unit: String
  /// Where it is inside.
  let pointer: JSONPointer
  /// Where the file has it, or what holds it.
  let present: SourceLocation
  /// Where the document has it, or what holds it.
  let incoming: SourceLocation
  /// A Boolean value that indicates whether the values' own places in the document are known.
  private let isTraced: Bool

  /// - Parameter isTraced: whether the document's values know their places; else all lie where the unit does.
  init(_ unit: String, present: SourceLocation, incoming: SourceLocation, isTraced: Bool = true) {
    self.init(unit, JSONPointer(), present, incoming, isTraced)
  }

  private init(
    _ unit: String, _ pointer: JSONPointer, _ present: SourceLocation, _ incoming: SourceLocation, _ isTraced: Bool
  ) {
    self.unit = unit
    self.pointer = pointer
    self.present = present
    self.incoming = incoming
    self.isTraced = isTraced
  }

  /// The place of a member of two objects, of which one may lack it. What was put together of several files is in none: it has
  /// the place of what it is in.
  func member(_ key: String, within present: JSON, _ incoming: JSON) -> MergePlace {
    func place(_ object: JSON, _ outer: SourceLocation) -> SourceLocation {
      let own = (object[key] ?? object).location
      return own.file.isEmpty ? outer : own
    }
    return MergePlace(
      unit, pointer.appending(key), place(present, self.present),
      isTraced ? place(incoming, self.incoming) : self.incoming, isTraced)
  }

  /// `getItem, /answers/200/summary`, or `getItem` for the whole.
  var name: String { pointer.tokens.isEmpty ? unit : "\(unit), \(pointer)" }
}

/// A value that was changed in a file and in the document that it was imported from.
package struct MergeConflict: Sendable, CustomStringConvertible {
  /// The file's; `nil` where it was removed there.
  let present: JSON?
  /// The document's; `nil` where it is gone.
  let incoming: JSON?
  let place: MergePlace

  /// `file:line:column: conflict: what each side says`.
  package var description: String {
    let text =
      switch (present, incoming) {
      case (let present?, let incoming?):
        "\(place.name) is \(Self.short(present)) here, and \(Self.short(incoming)) in \(place.incoming). Yours stands."
      case (nil, _): "\(place.name) was removed here, and changed in \(place.incoming). It stays out."
      case (_, nil): "\(place.name) was changed here, and is gone from \(place.incoming). Yours stands."
      }
    return "\(place.present): conflict: \(text)"
  }

  /// A value in few characters.
  private static func short(_ value: JSON) -> String {
    let text = value.text
    return text.count <= 60 ? text : "\(text.prefix(57))…"
  }
}
