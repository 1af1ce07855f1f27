import PlumblineJSONTree

/// The variation that a schema allows, place by place: members that may be absent, places that may be null, and listed
/// values.
///
///     schema.outline().places.map(\.pointer)      // ["", "/id", "/tags", "/tags/*"]
///
/// A place covers all values that can be there. `*` stands for every element of an array and every member that the
/// schema doesn't name. Recursion is cut off where a schema would contain itself.
public struct ValueOutline: Sendable {
  /// A place in a value.
  public struct Place: Sendable {
    /// The path from the value's root, with `*` for elements and for members that the schema doesn't name.
    public let pointer: JSONPointer
    /// A Boolean value that indicates whether the value may be absent from its object.
    public internal(set) var isOptional = false
    /// A Boolean value that indicates whether the value may be null, in addition to other values.
    public internal(set) var allowsNull = false
    /// The listed values, except null. The array is empty if the schema doesn't list at least two values.
    public internal(set) var values: [JSON] = []
    /// The indices of the places of named members.
    public internal(set) var members: [String: Int] = [:]
    /// The index of the place that stands for all members the schema doesn't name.
    public internal(set) var others: Int?
    /// The index of the place that stands for an array's elements.
    public internal(set) var elements: Int?

    init(_ pointer: JSONPointer) { self.pointer = pointer }
  }

  /// The places, starting with the root.
  public internal(set) var places: [Place]
  /// A Boolean value that indicates whether places were left out because the limit was reached.
  public internal(set) var isCut = false
}
