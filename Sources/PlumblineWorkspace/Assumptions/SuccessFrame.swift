import PlumblineContractModel
import PlumblineJSONTree

/// The top-level members of a success's JSON body, if its schema describes them independently of each other.
struct SuccessFrame {
  let endpoint: String
  let file: String
  let status: String
  let members: [SchemaOutline.Member]
  /// The examples of bodies in the schema.
  let examples: [JSON]

  /// Returns `nil` if the body isn't an object or its schema makes members depend on each other.
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

  /// Returns the schema of a member, with references relative to the shared file.
  func shared(_ member: SchemaOutline.Member) -> JSON {
    ContractDraft.moved(member.schema, from: member.file, to: ContractDraft.main)
  }
}
