import PlumblineContractModel
import PlumblineJSONTree

/// A writer for endpoints as operations.
struct OperationExport {
  let content: ContentExport
  let reader: ExportedEndpoint
  /// The components for the contract's errors, each with its standard members, by name.
  let failures: [String: (status: String, response: Members)]
  /// The tag of the endpoint's file.
  let tag: String

  /// Returns the operation for an endpoint.
  ///
  /// - Parameters:
  ///   - value: The endpoint in the contract, in ``ContractForm``.
  ///   - refusals: The names of all errors that the endpoint may respond with, including common ones, in order.
  func operation(
    _ value: JSON, id: String, method: String, path: String, refusals: [String], _ recordings: [ExportedRecording]
  ) -> JSON {
    var operation = Members()
    operation.set("tags", JSON.array([JSON(tag)]))
    operation.set("summary", ifThere: value["summary"])
    operation.set("description", ifThere: value["description"])
    operation.set("operationId", JSON(id))
    if value["deprecated"] != nil { operation.set("deprecated", JSON(true)) }
    let parameters = self.parameters(value)
    if !parameters.isEmpty { operation.set("parameters", JSON.array(parameters)) }
    operation.set("requestBody", ifThere: body(value, recordings))
    var responses = Members()
    for (status, answer) in value["success"]?.members.map({ $0 }) ?? [] {
      responses.set(status, content.success(answer, status: status).json)
    }
    for (status, names) in grouped(refusals) {
      let isRecorded = recordings.contains {
        $0.key(among: responses.names + grouped(refusals).map(\.status)) == status
      }
      responses.set(status, refusal(names, isInline: isRecorded))
    }
    operation.set("responses", responses.json)
    operation.set("security", ifThere: value["authentication"].map(Self.security))
    let standard = reader.standard(operation.json, method: method, path: path)
    ContractExtensions.complete(&operation, telling: standard, of: value, content.reader.references)
    RecordingsExport.add(recordings, to: &operation)
    return operation.json
  }

  /// Returns the contract's requirements in the document's form.
  static func security(_ authentication: JSON) -> JSON {
    let isFlat = authentication.elements.contains { $0.string != nil }
    let alternatives = isFlat ? [authentication] : authentication.elements.map { $0 }
    return JSON.array(
      alternatives.map { names in
        JSON.object(names.elements.compactMap { $0.string.map { ($0, JSON.emptyArray) } })
      })
  }

  private func grouped(_ refusals: [String]) -> [(status: String, names: [String])] {
    var groups: [(status: String, names: [String])] = []
    for name in refusals {
      guard let status = failures[name]?.status else { continue }
      if let index = groups.firstIndex(where: { $0.status == status }) {
        groups[index].names.append(name)
      } else {
        groups.append((status, [name]))
      }
    }
    return groups
  }

  private func refusal(_ names: [String], isInline: Bool) -> JSON {
    if names.count == 1, !isInline { return JSON.object([("$ref", JSON("#/components/responses/\(names[0])"))]) }
    var members = ContentExport.merged(names.compactMap { failures[$0]?.response })
    members.set(ContractExtensions.word("errors"), JSON.array(names.map { JSON($0) }))
    return members.json
  }

  private func body(_ value: JSON, _ recordings: [ExportedRecording]) -> JSON? {
    guard
      let content = content.content(
        of: JSON.object(["body", "content"].compactMap { key in value[key].map { (key, $0) } }))
    else { return Optional.none }
    var body = Members()
    body.set("required", JSON(value["required"]?["body"]?.bool ?? true))
    body.set("content", RecordingsExport.adding(recordings, toRequest: content))
    return body.json
  }

  private func parameters(_ value: JSON) -> [JSON] {
    ExportedEndpoint.places.flatMap { place, key in
      let required = value["required"]?[key]?.elements.compactMap(\.string) ?? []
      let declared = value[key]?.members.map { name, schema in
        parameter(name, place, schema, isRequired: required.contains(name), value["styles"]?[key]?[name])
      }
      return (declared ?? []) + implied(value["when"], place, beside: value[key]?.members.keys ?? [])
    }
  }

  private func parameter(_ name: String, _ place: String, _ schema: JSON, isRequired: Bool, _ style: JSON?) -> JSON {
    var members = Members()
    members.set("name", JSON(name))
    members.set("in", JSON(place))
    if isRequired || place == "path" { members.set("required", JSON(true)) }
    for key in ["style", "explode"] { members.set(key, ifThere: style?[key]) }
    let schema = content.reader.references.inDocument(schema)
    if let type = style?["contentType"]?.string {
      members.set("content", JSON.object([(type, JSON.object([("schema", schema)]))]))
    } else {
      members.set("schema", schema)
    }
    return members.json
  }

  /// Returns the parameters that aren't declared but that one of the endpoint's conditions describes.
  private func implied(_ when: JSON?, _ place: String, beside declared: [String]) -> [JSON] {
    (when?.members.map { $0 } ?? []).compactMap { address, schema in
      guard place != "path", address.hasPrefix(place + ".") else { return Optional.none }
      let name = String(address.dropFirst(place.count + 1))
      let isDeclared = declared.contains {
        place == "header" ? $0.lowercased() == name.lowercased() : $0 == name
      }
      guard !isDeclared else { return Optional.none }
      return parameter(name, place, schema, isRequired: true, Optional.none)
        .setting(ContractExtensions.word("implied"), to: JSON(true))
    }
  }
}
