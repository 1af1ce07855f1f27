extension JSONDocument {
  /// Returns a rewritten copy whose values keep their places in the original file, or `nil` if the copy can't be
  /// parsed.
  ///
  /// - Parameters:
  ///   - isLeftOut: A closure that receives the key, the value and the object of a member, and returns `true` to omit
  ///     the member.
  ///   - isWritten: A closure that receives a value, and either writes a different value in its place and returns
  ///     `true`, or returns `false` to copy the value.
  package func rewritten(
    leavingOut isLeftOut: (_ key: String, _ member: JSON, _ holder: JSON) -> Bool = { _, _, _ in false },
    writing isWritten: (_ value: JSON, _ json: inout JSONBuilder) -> Bool = { _, _ in false }
  ) -> JSONDocument? {
    func write(_ value: JSON, into json: inout JSONBuilder) {
      json.comes(from: value)
      if isWritten(value, &json) { return }
      switch value.kind {
      case .object:
        json.object { json in
          for (key, member) in value.members where !isLeftOut(key, member, value) {
            json.comes(from: JSON(member.document, member.node - 1))
            json.member(key) { write(member, into: &$0) }
          }
        }
      case .array:
        json.array { json in
          for element in value.elements { write(element, into: &json) }
        }
      default: json.value(value)
      }
    }
    var json = JSONBuilder.tracing
    write(root, into: &json)
    let (bytes, provenance) = json.traced()
    return provenance.flatMap { try? JSONDocument.parse(bytes, file: root.location.file, provenance: $0) }
  }
}
