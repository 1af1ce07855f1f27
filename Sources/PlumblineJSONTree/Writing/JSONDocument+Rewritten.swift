extension JSONDocument {
  /// Returns a copy that is written anew, whose values keep their places in the original file; `nil` if it can't be parsed.
  ///
  /// - Parameters:
  ///   - isLeftOut: called with the key, the value and the object of each member.
  ///   - isWritten: called with each value; writes another one in its place and returns `true`, or returns `false`.
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
