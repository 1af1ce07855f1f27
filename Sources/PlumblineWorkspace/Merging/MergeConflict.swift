import PlumblineJSONTree

/// The place of a value that exists on both sides.
struct MergePlace: Sendable {
  /// The endpoint or the file, such as `getItem` or `contract.json`.
  let unit: String
  /// The place inside the unit.
  let pointer: JSONPointer
  /// The value's place in the file, or its container's if it has none.
  let present: SourceLocation
  /// The value's place in the document, or its container's if it has none.
  let incoming: SourceLocation
  /// A Boolean value that indicates whether the values' own places in the document are known.
  private let isTraced: Bool

  /// - Parameter isTraced: A Boolean value that indicates whether the document's values know their places. Otherwise,
  ///   all of them have the unit's place.
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

  /// Returns the place of a member of two objects, one of which may lack it. A value assembled from several files has
  /// no place of its own, so it gets its container's.
  func member(_ key: String, within present: JSON, _ incoming: JSON) -> MergePlace {
    func place(_ object: JSON, _ outer: SourceLocation) -> SourceLocation {
      let own = (object[key] ?? object).location
      return own.file.isEmpty ? outer : own
    }
    return MergePlace(
      unit, pointer.appending(key), place(present, self.present),
      isTraced ? place(incoming, self.incoming) : self.incoming, isTraced)
  }

  /// The display name, such as `getItem, /answers/200/summary`, or `getItem` for the whole unit.
  var name: String { pointer.tokens.isEmpty ? unit : "\(unit), \(pointer)" }
}

/// A value that was changed both in a file and in the document that it was imported from.
package struct MergeConflict: Sendable, CustomStringConvertible {
  /// The file's value, or `nil` if it was removed there.
  let present: JSON?
  /// The document's value, or `nil` if it was removed there.
  let incoming: JSON?
  let place: MergePlace

  /// The conflict as `file:line:column: conflict: …`, with the values of both sides.
  package var description: String {
    let text =
      switch (present, incoming) {
      case (let present?, let incoming?):
        "\(place.name) is \(Self.short(present)) here, but \(Self.short(incoming)) in \(place.incoming). Yours is kept."
      case (nil, _): "\(place.name) was removed here, but changed in \(place.incoming). It stays removed."
      case (_, nil): "\(place.name) was changed here, but removed from \(place.incoming). Yours is kept."
      }
    return "\(place.present): conflict: \(text)"
  }

  /// Returns an abbreviated form of a value.
  private static func short(_ value: JSON) -> String {
    let text = value.text
    return text.count <= 60 ? text : "\(text.prefix(57))…"
  }
}
