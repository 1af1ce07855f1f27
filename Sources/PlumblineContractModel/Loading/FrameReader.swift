import PlumblineJSONSchema
import PlumblineJSONTree

/// A reader for the members that a response has in addition to its items, and for the members that control paging.
struct FrameReader {
  /// The maximum depth to inspect. It limits the recursion and is deeper than the counts in any real response.
  private static let deepest = 8

  let schemas: SchemaCompiler
  /// A Boolean value that indicates whether to infer roles from names if no schema declares them. For example, `total`
  /// beside a list with inferred state is assumed to be the list's count.
  var namesTell = false
  /// The list's path, or `nil` if it has parameters.
  var path: String?

  /// Returns the members of a payload around its items.
  ///
  /// - Parameters:
  ///   - place: The location of the items, or `nil` if there are none, as in a member of the envelope.
  ///   - beside: The locations of an item's members that are located outside it. They count even if they aren't
  ///     required.
  func frame(
    of schema: JSON, in file: String, around place: JSONPointer?, with beside: [JSONPointer] = []
  ) -> ResponseFrame {
    if place == nil, let paging = paging(of: schema, in: file),
      let compiled = schemas.compileAgain(schema, in: file, view: .response)
    {
      return ResponseFrame([
        ResponseFrame.Member(
          place: JSONPointer(), schema: compiled, paging: paging, standard: nil, isRequired: true,
          location: schema.location)
      ])
    }
    return ResponseFrame(members(of: schema, in: file, at: JSONPointer(), around: place, with: beside))
  }

  /// Returns the role in paging that a schema declares for a value with `x-paging`.
  ///
  /// - Parameter field: The name of the header field that carries the value, or `nil` for a member.
  func paging(of schema: JSON, in file: String, field: String? = nil) -> Paging? {
    let outline = schemas.outline
    guard let role = outline.value(of: "x-paging", in: schema, file)?.string.flatMap(Paging.Role.init(rawValue:)) else {
      return nil
    }
    return Paging(role: role, form: field?.lowercased() == "link" ? .link : form(of: schema, in: file))
  }

  private func form(of schema: JSON, in file: String) -> Paging.Form {
    switch schemas.outline.value(of: "format", in: schema, file)?.string {
    case "uri", "iri": .url
    case "uri-reference", "iri-reference": .reference
    default: .value
    }
  }

  private func members(
    of schema: JSON, in file: String, at pointer: JSONPointer, around place: JSONPointer?, with beside: [JSONPointer]
  ) -> [ResponseFrame.Member] {
    guard pointer.tokens.count < Self.deepest else { return [] }
    return schemas.outline.members(of: schema, in: file).flatMap { member -> [ResponseFrame.Member] in
      let here = pointer.appending(member.name)
      if here == place { return [] }
      if beside.contains(here) { return made(member, at: here, nil).map { [$0] } ?? [] }
      if let place, place.isWithin(here) {
        return members(of: member.schema, in: member.file, at: here, around: place, with: beside)
      }
      if let paging = paging(of: member.schema, in: member.file) ?? suggested(by: member) {
        return made(member, at: here, paging).map { [$0] } ?? []
      }
      // An object that contains a count is generated as a whole, so include its other required members.
      let inner = members(of: member.schema, in: member.file, at: here, around: place, with: beside)
      if inner.contains(where: { $0.paging != nil }) { return inner }
      return member.isRequired ? made(member, at: here, nil).map { [$0] } ?? [] : []
    }
  }

  /// Returns the role in paging that a member's name suggests, or `nil` if the member's schema doesn't allow values for
  /// that role.
  private func suggested(by member: SchemaOutline.Member) -> Paging? {
    guard namesTell, let role = Paging.Role(suggestedBy: member.name),
      schemas.outline.value(of: "const", in: member.schema, member.file) == nil,
      let schema = schemas.compileAgain(member.schema, in: member.file, view: .response)
    else { return nil }
    let paging = Paging(role: role, form: form(of: member.schema, in: member.file))
    let canEnd = !paging.hasEnd || !member.isRequired || [.null, ""].contains(where: schema.isValid)
    return canEnd && paging.samples.contains(where: schema.isValid) ? paging : nil
  }

  private func made(_ member: SchemaOutline.Member, at place: JSONPointer, _ paging: Paging?) -> ResponseFrame.Member? {
    guard let schema = schemas.compileAgain(member.schema, in: member.file, view: .response) else { return nil }
    return ResponseFrame.Member(
      place: place, schema: schema, paging: paging, standard: standard(member, schema), isRequired: member.isRequired,
      location: member.schema.location)
  }

  /// The names of members that contain the address of a list.
  private static let addresses: Set<String> = ["url", "uri", "href", "path", "self"]

  /// Returns the address of a list, if a member's name suggests that it contains one. This is the list's path or, if
  /// that is unknown, an example from the member's schema.
  private func address(_ member: SchemaOutline.Member, _ schema: Schema) -> JSON? {
    guard namesTell, Self.addresses.contains(member.name.lowercased()) else { return nil }
    let candidates = [path.map { JSON($0) }, try? schema.example().get()]
    return candidates.lazy.compactMap { $0 }.first { $0.kind == .string && schema.isValid($0) }
  }

  private func standard(_ member: SchemaOutline.Member, _ schema: Schema) -> JSON? {
    let value = { (keyword: String) in schemas.outline.value(of: keyword, in: member.schema, member.file) }
    let only = value("enum").flatMap { $0.count == 1 ? $0[0] : nil }
    let candidates = [value("const"), only, value("default"), value("examples")?.elements.first]
    if let first = candidates.lazy.compactMap({ $0 }).first { return first }
    if let address = address(member, schema) { return address }
    return schema.isValid(.null) ? Optional.some(.null) : Optional.none
  }
}
