import PlumblineJSONTree

/// The answer to the question whether every value of one schema is a value of another.
package struct SchemaInclusion: Sendable {
  /// The reasons that values of one schema may not be values of the other, in the order in which they occur in the
  /// value.
  package var gaps: [SchemaGap]
  /// Members that only the values' schema names. Users of the other schema don't know about them.
  package var unknown: [SchemaMember]
  /// Members that only the other schema names. They never occur in the values.
  package var absent: [SchemaMember]

  /// A Boolean value that indicates whether, strictly speaking, every value of one schema is a value of the other.
  /// Parts may still differ in ways that no whole value shows.
  package var isProvenByLetter: Bool { isIncluded || isProven }
  /// A Boolean value that indicates whether inclusion was proven for whole values.
  var isIncluded = false
  /// Differences between the schemas in keywords that don't constrain values.
  package var annotations: [SchemaAnnotation] = []
  /// Changes that were found here but have already been reported at enough places in other values.
  package var further: Set<ChangeID> = []
  /// The number of the result within its comparison, which has one result for each question, or `nil` if the result
  /// doesn't belong to a comparison.
  package var number: Int?

  package init(gaps: [SchemaGap] = [], unknown: [SchemaMember] = [], absent: [SchemaMember] = []) {
    self.gaps = gaps
    self.unknown = unknown
    self.absent = absent
  }

  /// A Boolean value that indicates whether every value of one schema is proven to be a value of the other, both as a
  /// whole and part by part.
  package var isProven: Bool { gaps.isEmpty && !further.contains(where: \.isOfGap) }
}

/// A reason that a value of one schema may not be a value of the other.
package struct SchemaGap: Sendable {
  /// The location in the value, such as `/items/*/id`. `*` matches any element and any unnamed member.
  package let pointer: JSONPointer
  /// The keyword that rejects the value, such as `type`, `required`, `enum` or `false`.
  package let keyword: String
  /// The values' schema at the location: the value of the same keyword if the schema has it, and the subschema
  /// otherwise.
  package let allowing: JSON?
  /// The value of the rejecting keyword, or the subschema that lacks an alternative.
  package let refusing: JSON
  /// The detail that distinguishes the gap from others of the same keyword at the same place, such as the member's
  /// name, the enum's value or the type.
  package let detail: String?
  /// A short description of the values that may occur at the location, such as `string or null`.
  package let allowed: String
  /// A short description of the values that are accepted at the location, such as `string`.
  package let accepted: String
  /// A whole value that one schema accepts and the other rejects because of this gap. If none was found, the value is
  /// `nil`, and ``reason`` explains why the gap is undecided.
  package let witness: JSON?
  /// The reason that the gap is undecided, as a sentence.
  package let reason: String?
  /// A Boolean value that indicates whether more than one alternative accepts the value although exactly one should.
  package internal(set) var isAmbiguous = false
  /// A part of a value that shows the gap, if no whole value can because the enclosing schema can't be satisfied.
  package internal(set) var part: Part?

  /// The author's name for the alternative that contains the gap, or `nil` if there is none or it has no name.
  package internal(set) var alternative: String?
  /// The gap's identifier, which is the same wherever the gap occurs, or `nil` for a gap of just one value.
  package internal(set) var id: ChangeID?

  /// A part of a value.
  package struct Part: Sendable {
    /// The place in the value.
    package let pointer: JSONPointer
    package let witness: JSON
    /// The steps from a value to the location. A pointer doesn't distinguish items from members.
    let path: [PathStep]

    /// The witness, placed in a value that contains nothing else.
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

  /// Returns the same gap, shown by a value.
  func shown(by witness: JSON?, _ part: Part?) -> SchemaGap {
    SchemaGap(
      pointer: pointer, keyword: keyword, allowing: allowing, refusing: refusing, detail: detail, allowed: allowed,
      accepted: accepted, witness: witness, reason: nil, isAmbiguous: isAmbiguous, part: part,
      alternative: alternative, id: id)
  }
}

/// A difference in a keyword that describes a member without constraining it, such as `default`.
package struct SchemaAnnotation: Sendable {
  /// The member's place in the value.
  package let pointer: JSONPointer
  /// The keyword: `default`, `deprecated`, `x-sunset`, `x-extensible-enum`, `contentSchema`, `additionalProperties`, or
  /// `false`.
  package let keyword: String
  /// The member's schema on the values' side.
  package let values: JSON
  /// The member's schema on the bounds' side.
  package let bounds: JSON
  /// The keyword's value on the values' side, or `nil` if the keyword is absent.
  package let ofValues: JSON?
  /// The keyword's value on the bounds' side, or `nil` if the keyword is absent.
  package let ofBounds: JSON?
  /// A Boolean value that indicates whether this annotation is the only reason for a gap of the same keyword, such as
  /// an object that was merely closed.
  var isOnlyReason = false
  /// The annotation's identifier, which is the same wherever the annotation occurs.
  package var id: ChangeID?

  /// The keyword that describes JSON in a string. Both sides are compared as schemas. If the values' side lacks a
  /// counterpart to the bounds' schema, nothing is known about the values.
  package static let content = "contentSchema"
  /// The keyword that closes an object if the values' schema says nothing about unnamed members.
  package static let closing = "additionalProperties"
  /// The pseudo-keyword for a location where only the bounds' schemas can be satisfied, and the values' schemas can't.
  package static let impossible = "false"

  /// A Boolean value that indicates whether the annotation describes how the value is used, rather than the set of
  /// values.
  package var isOfUse: Bool { keyword == "default" || keyword == "deprecated" || keyword == "x-sunset" }

  /// Returns a Boolean value that indicates whether the annotation makes a gap redundant that no value shows.
  func covers(_ gap: SchemaGap) -> Bool {
    isOnlyReason && gap.pointer == pointer && gap.witness == nil && gap.part == nil
      && gap.refusing.node == ofBounds?.node && gap.refusing.document === ofBounds?.document
  }

  /// Returns the same annotation for a member that is in a part of a value.
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
  /// The member's place in the value, such as `/items/*/note`.
  package let pointer: JSONPointer
  package let name: String
  /// A Boolean value that indicates whether the schema that names the member requires it.
  package let isRequired: Bool
  /// The member's schema, in the file of the side that names it.
  package let schema: JSON
  /// The object's subschema on the other side.
  package let other: JSON
  /// The author's name for the alternative that contains the member, if a different alternative has a member with the
  /// same name.
  package var alternative: String?
  /// A Boolean value that indicates whether the other schema names the member but excludes it from such messages,
  /// because it is read-only in a request or write-only in a response.
  package var isWithheld = false
  /// A Boolean value that indicates whether the other schema names the member, but with a schema that no value
  /// satisfies.
  package var isImpossible = false
  /// The member's identifier, which is the same wherever the member occurs.
  package var id: ChangeID?

  /// Returns the same member for an object that is a part of a value.
  func moved(below outer: JSONPointer) -> SchemaMember {
    var moved = SchemaMember(
      pointer: outer + pointer, name: name, isRequired: isRequired, schema: schema, other: other)
    (moved.alternative, moved.isWithheld, moved.isImpossible, moved.id) = (alternative, isWithheld, isImpossible, id)
    return moved
  }
}
