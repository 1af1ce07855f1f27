import PlumblineJSONTree

/// What became of the question whether each value of one schema is a value of another.
package struct SchemaInclusion: Sendable {
  /// What keeps values of the one from being values of the other, in the order of the value; empty just when it is proven
  /// that nothing does.
  package var gaps: [SchemaGap]
  /// Members that the values' schema names and the other one doesn't, so that nobody there knows of them.
  package var unknown: [SchemaMember]
  /// Members that the other schema names and the values' doesn't, so that they never come.
  package var absent: [SchemaMember]

  /// A Boolean value that indicates whether each value of the one is one of the other for certain, by the letter: parts may
  /// differ that no whole value shows.
  package var isProvenByLetter: Bool { isIncluded || isProven }
  /// A Boolean value that indicates whether that was proven of whole values.
  var isIncluded = false
  /// What both schemas say of members that asks for nothing, where it is another.
  package var annotations: [SchemaAnnotation] = []
  /// What was told of at enough places of other values, and is found here, too.
  package var further: Set<ChangeID> = []
  /// The number among the answers of one comparison, which has one for each question; `nil` where it was none.
  package var number: Int?

  package init(gaps: [SchemaGap] = [], unknown: [SchemaMember] = [], absent: [SchemaMember] = []) {
    self.gaps = gaps
    self.unknown = unknown
    self.absent = absent
  }

  /// A Boolean value that indicates whether each value of the one is one of the other for certain, as wholes and part by part.
  package var isProven: Bool { gaps.isEmpty && !further.contains(where: \.isOfGap) }
}

/// One reason why a value of one schema may not be a value of another.
package struct SchemaGap: Sendable {
  /// Where in the value: `/items/*/id`; `*` stands for any element, and for any member that is not named.
  package let pointer: JSONPointer
  /// The keyword that refuses the value: `type`, `required`, `enum`, `false`.
  package let keyword: String
  /// What the values' schema says there: the keyword's own value where it has one, else the subschema's.
  package let allowing: JSON?
  /// The value of the keyword that refuses, or the subschema that lacks a way.
  package let refusing: JSON
  /// What tells it from other gaps of that keyword at that place: the member's name, the enum's value, the type.
  package let detail: String?
  /// What values may come there, in a few words: `string or null`.
  package let allowed: String
  /// What is taken there, in a few words: `string`.
  package let accepted: String
  /// A whole value that the one schema takes and the other refuses because of this; `nil` where none was found, and then
  /// ``reason`` says why it stays undecided.
  package let witness: JSON?
  /// Why it is undecided, as a sentence.
  package let reason: String?
  /// A Boolean value that indicates whether more than one alternative takes the value, where exactly one is to take it.
  package let isAmbiguous: Bool
  /// A part of a value that shows the gap, where no whole value can: nothing satisfies the schema around it.
  package let part: Part?

  /// What its author calls the alternative that it is in; `nil` where it is in none, or has no name.
  package let alternative: String?
  /// What names it wherever it is; `nil` for what is one value's own.
  package let id: ChangeID?

  /// A part of a value.
  package struct Part: Sendable {
    /// Where in the value.
    package let pointer: JSONPointer
    package let witness: JSON
  }

  package init(
    pointer: JSONPointer, keyword: String, allowing: JSON?, refusing: JSON, detail: String?, allowed: String,
    accepted: String, witness: JSON?, reason: String?, isAmbiguous: Bool = false, part: Part? = nil,
    alternative: String? = nil, id: ChangeID? = nil
  ) {
    self.id = id
    self.isAmbiguous = isAmbiguous
    self.part = part
    self.alternative = alternative
    self.pointer = pointer
    self.keyword = keyword
    self.allowing = allowing
    self.refusing = refusing
    self.detail = detail
    self.allowed = allowed
    self.accepted = accepted
    self.witness = witness
    self.reason = reason
  }
}

/// A keyword that asks for nothing, such as a default, and says something else of a member.
package struct SchemaAnnotation: Sendable {
  /// Where the member is in the value.
  package let pointer: JSONPointer
  /// `default`, `deprecated`, `x-sunset`, `x-extensible-enum`, `contentSchema` or `additionalProperties`.
  package let keyword: String
  /// The member's schemas, each in the file of its side.
  package let values: JSON
  package let bounds: JSON
  /// The keyword's values; `nil` where it isn't there.
  package let ofValues: JSON?
  package let ofBounds: JSON?
  /// What names it wherever it is.
  package var id: ChangeID?

  /// The keyword that describes JSON in a text. Both sides' are to be compared as schemas; where the values have none for that of
  /// the bounds, what the values are is unknown.
  package static let content = "contentSchema"
  /// The keyword that closes an object, where the values' schema says nothing of members that it doesn't name.
  package static let closing = "additionalProperties"

  /// A Boolean value that indicates whether it says how the value is used, not which values there are.
  package var isOfUse: Bool { keyword == "default" || keyword == "deprecated" || keyword == "x-sunset" }

  /// The same where the member is in a part of a value.
  func moved(below outer: JSONPointer) -> SchemaAnnotation {
    SchemaAnnotation(
      pointer: outer + pointer, keyword: keyword, values: values, bounds: bounds, ofValues: ofValues,
      ofBounds: ofBounds, id: id)
  }
}

/// A member of an object that a schema describes.
package struct SchemaMember: Sendable {
  /// Where the member stands in the value: `/items/*/note`.
  package let pointer: JSONPointer
  package let name: String
  /// A Boolean value that indicates whether the schema that names it asks for it.
  package let isRequired: Bool
  /// The member's schema, in the file of the side that names it.
  package let schema: JSON
  /// The object's subschema on the other side.
  package let other: JSON
  /// What its author calls the alternative that it is in, where another one has a member of its name.
  package var alternative: String?
  /// A Boolean value that indicates whether the other schema names it, and doesn't have it in such messages: it is read-only in a
  /// request, or write-only in a response.
  package var isWithheld = false
  /// What names it wherever it is.
  package var id: ChangeID?

  package init(pointer: JSONPointer, name: String, isRequired: Bool, schema: JSON, other: JSON) {
    self.pointer = pointer
    self.name = name
    self.isRequired = isRequired
    self.schema = schema
    self.other = other
  }

  /// The same member where the object is a part of a value.
  func moved(below outer: JSONPointer) -> SchemaMember {
    var moved = SchemaMember(
      pointer: outer + pointer, name: name, isRequired: isRequired, schema: schema, other: other)
    (moved.alternative, moved.isWithheld, moved.id) = (alternative, isWithheld, id)
    return moved
  }
}
