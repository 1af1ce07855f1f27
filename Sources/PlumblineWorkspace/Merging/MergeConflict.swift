import PlumblineJSONTree

/// The location of a value on both sides of a merge.
struct MergePlace: Sendable {
  /// The endpoint or file, such as `getItem` or `contract.json`.
  let unit: String
  /// The location within the unit.
  let pointer: JSONPointer
  /// The location of the value in the file. If it isn't there, this is the location of its container.
  let present: SourceLocation
  /// The location of the value in the document. If it isn't there, this is the location of its container.
  let incoming: SourceLocation
  /// A Boolean value that indicates whether the locations of individual values in the document are known.
  private let isTraced: Bool

  /// - Parameter isTraced: A Boolean value that indicates whether the locations of individual values in the document
  ///   are known. If not, all values have the location of the unit.
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

  /// Returns the location of a member that at least one of two objects has. If its value was assembled from several
  /// files, it doesn't have a location, so the location of its container is used.
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
  /// The value in the file, or `nil` if it was removed there.
  let present: JSON?
  /// The value in the document, or `nil` if it was removed there.
  let incoming: JSON?
  let place: MergePlace

  /// A description of the conflict with the values on both sides, in the form `file:line:column: conflict: …`.
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
