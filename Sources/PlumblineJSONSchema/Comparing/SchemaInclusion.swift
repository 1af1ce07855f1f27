import PlumblineJSONTree

/// The answer to the question whether each value of one schema is a value of another.
package struct SchemaInclusion: Sendable {
  /// The reasons why values of one schema may not be values of the other, in the order of the value; empty only if
  /// inclusion is proven.
  package var gaps: [SchemaGap]
  /// Members that the values' schema names and the other one doesn't, so that its users don't know them.
  package var unknown: [SchemaMember]
  /// Members that the other schema names and the values' doesn't, so that they never occur.
  package var absent: [SchemaMember]

  /// A Boolean value that indicates whether each value of the one is strictly a value of the other: parts may differ in ways
  /// that no whole value shows.
  package var isProvenByLetter: Bool { isIncluded || isProven }
  /// A Boolean value that indicates whether inclusion was proven for whole values.
  var isIncluded = false
  /// Differences between the schemas in keywords that constrain nothing.
  package var annotations: [SchemaAnnotation] = []
  /// Changes found here that were reported at enough places of other values.
  package var further: Set<ChangeID> = []
  /// The number of the result within one comparison, which has one for each question; `nil` if it belongs to none.
  package var number: Int?

  package init(gaps: [SchemaGap] = [], unknown: [SchemaMember] = [], absent: [SchemaMember] = []) {
    self.gaps = gaps
    self.unknown = unknown
    self.absent = absent
  }

  /// A Boolean value that indicates whether each value of the one is certainly a value of the other, both as wholes and part by
  /// part.
  package var isProven: Bool { gaps.isEmpty && !further.contains(where: \.isOfGap) }
}

/// One reason why a value of one schema may not be a value of another.
package struct SchemaGap: Sendable {
  /// The place in the value: `/items/*/id`; `*` matches any element, and any member that isn't named.
  package let pointer: JSONPointer
  /// The keyword that rejects the value: `type`, `required`, `enum`, `false`.
  package let keyword: String
  /// The values' schema at the place: the keyword's own value if it has one, otherwise the subschema's.
  package let allowing: JSON?
  /// The value of the rejecting keyword, or the subschema that lacks an alternative.
  package let refusing: JSON
  /// Distinguishes the gap from others of that keyword at that place: the member's name, the enum's value, the type.
  package let detail: String?
  /// A short description of the values that may occur there: `string or null`.
  package let allowed: String
  /// A short description of the values that are accepted there: `string`.
  package let accepted: String
  /// A whole value that one schema accepts and the other rejects because of this gap; `nil` if none was found, in which
  /// case ``reason`` explains why the gap stays undecided.
  package let witness: JSON?
  /// The reason why the gap is undecided, as a sentence.
  package let reason: String?
  /// A Boolean value that indicates whether more than one alternative accepts the value although exactly one should.
  package internal(set) var isAmbiguous = false
  /// A part of a value that shows the gap if no whole value can because nothing satisfies the schema around it.
  package internal(set) var part: Part?

  /// The author's name for the alternative that contains the gap; `nil` if there is none, or it has no name.
  package internal(set) var alternative: String?
  /// The gap's identifier, the same wherever it occurs; `nil` for a gap of just one value.
  package internal(set) var id: ChangeID?

  /// A part of a value.
  package struct Part: Sendable {
    /// The place in the value.
    package let pointer: JSONPointer
    package let witness: JSON
    /// The steps of a value to the place: a pointer doesn't tell an item from a member.
    let path: [PathStep]

    /// The witness, in a value that has nothing else.
    package var placed: JSON {
      path.reversed().reduce(witness) { inner, step in
        switch step {
        case .member(let name): .object([(name, inner)])
        case .item(let index): .array(Array(repeating: .null, count: index) + [inner])
        }
      }
    }
  }

  /// A step into a value.
  enum PathStep {
    case member(String)
    case item(Int)
  }

  /// The same gap, shown by a value.
  func shown(by witness: JSON?, _ part: Part?) -> SchemaGap {
    SchemaGap(
      pointer: pointer, keyword: keyword, allowing: allowing, refusing: refusing, detail: detail, allowed: allowed,
      accepted: accepted, witness: witness, reason: nil, isAmbiguous: isAmbiguous, part: part,
      alternative: alternative, id: id)
  }
}

/// A keyword that constrains nothing but describes a member, such as a default.
package struct SchemaAnnotation: Sendable {
  /// The member's place in the value.
  package let pointer: JSONPointer
  /// `default`, `deprecated`, `x-sunset`, `x-extensible-enum`, `contentSchema`, `additionalProperties` or `false`.
  package let keyword: String
  /// The member's schemas, each in the file of its side.
  package let values: JSON
  package let bounds: JSON
  /// The keyword's values; `nil` if it is absent.
  package let ofValues: JSON?
  package let ofBounds: JSON?
  /// A Boolean value that indicates whether a gap by the keyword at hand has no other reason, as for an object that is only
  /// closed.
  var isOnlyReason = false
  /// The annotation's identifier, the same wherever it occurs.
  package var id: ChangeID?

  /// The keyword that describes JSON in a string. Both sides are compared as schemas; if the values have none for that
  /// of the bounds, nothing is known about the values.
  package static let content = "contentSchema"
  /// The keyword that closes an object while the values' schema says nothing about members that it doesn't name.
  package static let closing = "additionalProperties"
  /// Marks a place that only the bounds' schemas allow values at: no value satisfies those of the values.
  package static let impossible = "false"

  /// A Boolean value that indicates whether it describes the use of the value rather than the set of values.
  package var isOfUse: Bool { keyword == "default" || keyword == "deprecated" || keyword == "x-sunset" }

  /// Returns a Boolean value that indicates whether it says all that a gap does, which no value shows.
  func covers(_ gap: SchemaGap) -> Bool {
    isOnlyReason && gap.pointer == pointer && gap.witness == nil && gap.part == nil
      && gap.refusing.node == ofBounds?.node && gap.refusing.document === ofBounds?.document
  }

  /// Returns the same if the member is in a part of a value.
  func moved(below outer: JSONPointer) -> SchemaAnnotation {
    var moved = SchemaAnnotation(
      pointer: outer + pointer, keyword: keyword, values: values, bounds: bounds, ofValues: ofValues,
      ofBounds: ofBounds)
    (moved.isOnlyReason, moved.id) = (isOnlyReason, id)
    return moved
  }
}

/// A member of an object that a schema describes.
package struct SchemaMember: Sendable {
  /// The member's place in the value: `/items/*/note`.
  package let pointer: JSONPointer
  package let name: String
  /// A Boolean value that indicates whether the schema that names it requires it.
  package let isRequired: Bool
  /// The member's schema, in the file of the side that names it.
  package let schema: JSON
  /// The object's subschema on the other side.
  package let other: JSON
  /// The author's name for the alternative that contains the member, if another one has a member of its name.
  package var alternative: String?
  /// A Boolean value that indicates whether the other schema names it but excludes it from such messages: it is
  /// read-only in a request, or write-only in a response.
  package var isWithheld = false
  /// A Boolean value that indicates whether the other schema names it, and no value satisfies what it says.
  package var isImpossible = false
  /// The member's identifier, the same wherever it occurs.
  package var id: ChangeID?

  /// Returns the same member if the object is a part of a value.
  func moved(below outer: JSONPointer) -> SchemaMember {
    var moved = SchemaMember(
      pointer: outer + pointer, name: name, isRequired: isRequired, schema: schema, other: other)
    (moved.alternative, moved.isWithheld, moved.isImpossible, moved.id) = (alternative, isWithheld, isImpossible, id)
    return moved
  }
}
