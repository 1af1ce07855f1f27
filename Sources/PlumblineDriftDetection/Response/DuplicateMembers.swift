import PlumblineJSONTree

/// A search for duplicate members in the objects of a body. How a client handles them depends on its parser (RFC 8259
/// section 4).
struct DuplicateMembers {
  let body: JSON

  private static let place: JSONPointer = "/response/body"

  /// Returns one finding for each member that repeats an earlier one, with `*` for the indices on its path.
  func findings() -> [Finding] {
    body.document.duplicateKeys.map { duplicate in
      let pointer = duplicate.pointer
      let key = ShortText.quoted(duplicate.key)
      return Finding(
        .response.duplicateMember, at: Self.place + pointer, folded: Self.place + folded(pointer),
        expected: "\(key) once", actual: "twice in one object", place: duplicate.location,
        "The member \(key) occurs twice in the same object, at line \(duplicate.earlier.line), column "
          + "\(duplicate.earlier.column) and at line \(duplicate.location.line), column \(duplicate.location.column): "
          + "which of them counts depends on the parser.")
    }
  }

  private func folded(_ pointer: JSONPointer) -> JSONPointer {
    var value: JSON? = body
    return JSONPointer(
      tokens: pointer.tokens.map { token in
        let isIndex = value?.kind == .array
        value = value?.at(JSONPointer(tokens: [token]))
        return isIndex ? "*" : token
      })
  }
}
