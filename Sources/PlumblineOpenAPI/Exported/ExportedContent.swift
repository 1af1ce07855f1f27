import PlumblineJSONTree

/// A reader for the bodies and responses of an exported document that returns them in the contract's form.
struct ExportedContent {
  let references: SchemaReferences
  let frame: EnvelopeFrame?
  /// The schemas among the components.
  let components: JSON?

  /// The kind of message that a schema describes.
  enum Side { case request, success, failure }

  private static let mediaKeys: Set<String> = ["schema", "encoding"]
  private static let headerKeys: Set<String> = ["schema", "required", "description"]

  /// Returns a Boolean value that indicates whether a Media Type Object represents the contract's `body`.
  static func isBody(_ name: String, _ media: JSON, among count: Int) -> Bool {
    name == "application/json" && (media[ContractExtensions.word("body")]?.bool ?? (count == 1))
  }

  /// Returns the contract's `body` and `content`, or those of its envelope's content.
  func members(of content: JSON?, _ side: Side) -> Members {
    var members = Members()
    guard let content, content.kind == .object else { return members }
    var rest: [(String, JSON)] = []
    for (name, media) in content.members {
      if Self.isBody(name, media, among: content.count) {
        body(media["schema"] ?? .emptyObject, side, into: &members)
      } else {
        rest.append((name, self.media(media)))
      }
    }
    if !rest.isEmpty { members.set("content", JSON.object(rest)) }
    return members
  }

  private func body(_ schema: JSON, _ side: Side, into members: inout Members) {
    let schema = meant(schema)
    if side == .success, let (payload, others) = frame?.payload(of: schema) {
      members.set("payload", ifThere: payload.map(references.inContract))
      if !others.isEmpty { members.set("others", JSON.array(others.map { JSON($0) })) }
    } else if side == .failure, let frame, frame.isFailure(schema) {
      members.set("codes", ifThere: frame.codes(of: schema))
    } else {
      members.set("body", references.inContract(schema))
    }
  }

  /// Returns the schema itself, or the content of the error component that it references.
  private func meant(_ schema: JSON) -> JSON {
    guard schema.count == 1, let text = schema["$ref"]?.string, let name = text.split(separator: "/").last,
      let component = components?[String(name)], component[ContractExtensions.word("frame")]?.string == "codes"
    else { return schema }
    var members = Members(of: component)
    members.remove(ContractExtensions.word("frame"))
    return members.json
  }

  func media(_ media: JSON) -> JSON {
    var standard = Members()
    // A stream's schema is that of a list of its events or lines.
    if media[ContractExtensions.word("items")]?.bool == true, let item = media["schema"]?["items"] {
      standard.set("itemSchema", references.inContract(item))
    } else {
      standard.set("schema", ifThere: media["schema"].map(references.inContract))
    }
    if let encoding = media["encoding"] {
      standard.set("encoding", JSON.object(encoding.members.map { ($0.key, self.encoding($0.value)) }))
    }
    return ContractExtensions.said(in: media, standard, Self.mediaKeys, references).json
  }

  private func encoding(_ value: JSON) -> JSON {
    var members = Members()
    for (name, value) in value.members {
      guard name == "headers" else {
        members.set(name, value)
        continue
      }
      members.set(
        name, JSON.object(value.members.map { ($0.key, references.inContract($0.value["schema"] ?? .emptyObject)) }))
    }
    return members.json
  }

  /// Returns the contract's headers of a response.
  func headers(_ headers: JSON?) -> JSON? {
    guard let headers, headers.kind == .object else { return Optional.none }
    return JSON.object(
      headers.members.map { name, header in
        var standard = Members()
        for key in ["description", "required"] { standard.set(key, ifThere: header[key]) }
        standard.set("schema", ifThere: header["schema"].map(references.inContract))
        return (name, ContractExtensions.said(in: header, standard, Self.headerKeys, references).json)
      })
  }

  /// Returns the contract's members that correspond to the standard members of a Response Object.
  ///
  /// - Parameter status: The object's key, or the error's status.
  func response(_ response: JSON, status: String, _ side: Side) -> Members {
    var members = Members()
    if let text = response["description"], text.string != ContractForm.description(ofStatus: status) {
      members.set("description", text)
    }
    for (name, value) in self.members(of: response["content"], side).list { members.set(name, value) }
    members.set("headers", ifThere: headers(response["headers"]))
    return members
  }
}
