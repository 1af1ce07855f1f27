import PlumblineJSONSchema
import Testing

/// A schema of one draft with values that it accepts and values that it rejects.
struct DraftCase: Sendable, CustomTestStringConvertible {
  let draft: SchemaLibrary.Draft
  let schema: String
  let valid: [String]
  let invalid: [String]
  var testDescription: String { "\(draft.name): \(schema)" }

  init(_ draft: SchemaLibrary.Draft, _ schema: String, valid: [String], invalid: [String]) {
    self.draft = draft
    self.schema = schema
    self.valid = valid
    self.invalid = invalid
  }
}
