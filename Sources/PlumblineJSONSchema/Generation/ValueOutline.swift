import PlumblineJSONTree

/// The variation that a schema allows, location by location: members that may be absent, places that may be null, and
/// listed values.
///
///     schema.outline().places.map(\.pointer)      // ["", "/id", "/tags", "/tags/*"]
///
/// A place covers all values that can be there: `*` is every element of an array and every member without its own name. The
/// place of a schema within itself is left out, so that an outline is never endless.
public struct ValueOutline: Sendable {
  /// One place of a value.
  public struct Place: Sendable {
    /// The path from the value's root, with `*` for elements and for members without a name.
    public let pointer: JSONPointer
    /// A Boolean value that indicates whether the value may be absent from its object.
    public internal(set) var isOptional = false
    /// A Boolean value that indicates whether the value may be null, besides other values.
    public internal(set) var allowsNull = false
    /// The listed values, without null; empty if there is no list of at least two.
    public internal(set) var values: [JSON] = []
    /// The places of named members.
    public internal(set) var members: [String: Int] = [:]
    /// The place of members without a name.
    public internal(set) var others: Int?
    /// The place of an array's elements.
    public internal(set) var elements: Int?

    init(_ pointer: JSONPointer) { self.pointer = pointer }
  }

  /// The root's place is the first.
  public internal(set) var places: [Place]
  /// A Boolean value that indicates whether places were left out because the limit was reached.
  public internal(set) var isCut = false
}
