import PlumblineContractModel
import PlumblineJSONTree

/// The outer members of a success's JSON body, if its schema doesn't tie them together, so that each can be examined
/// separately.
struct SuccessFrame {
  let endpoint: String
  let file: String
  let status: String
  let members: [SchemaOutline.Member]
  /// The example bodies of the schema.
  let examples: [JSON]

  /// Returns `nil` if the body isn't an object, or if its schema ties the members together.
  init?(of schema: JSON, endpoint: String, file: String, status: String, in outline: SchemaOutline) {
    let parts = outline.parts(of: schema, in: file)
    guard outline.value(of: "type", in: schema, file)?.string == "object", outline.isMemberwise(schema, in: file) else {
      return nil
    }
    self.endpoint = endpoint
    self.file = file
    self.status = status
    members = outline.members(of: schema, in: file)
    examples = parts.flatMap { $0.schema["examples"]?.elements.map { $0 } ?? [] }
  }

  func member(_ name: String) -> SchemaOutline.Member? { members.first { $0.name == name } }

  /// Returns a member's schema, as the shared file would have it.
  func shared(_ member: SchemaOutline.Member) -> JSON {
    ContractDraft.moved(member.schema, from: member.file, to: ContractDraft.main)
  }
}
