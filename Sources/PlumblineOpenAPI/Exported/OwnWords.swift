import PlumblineJSONTree

/// The members of an exported document that only Plumbline reads.
///
/// What the standard's members say is read from them. Where a contract says something else or something more of an
/// object, that stands beside them as `x-plumbline-` and the contract's own key; `null` there means that the contract
/// doesn't say what the standard has to.
enum OwnWords {
  /// The mark of an exported document, with the contract's version and its service.
  static let mark = "x-plumbline"

  /// The member that says what a contract says by a key.
  static func word(_ key: String) -> String { "\(mark)-\(key)" }

  /// A member that is a note of a contract's author, as they wrote it.
  static func isNote(_ name: String) -> Bool { name.hasPrefix("x-") && !name.hasPrefix(mark) }

  /// What a contract says, by what the standard's members of an object tell and what stands beside them.
  ///
  /// - Parameter keys: the keys that the contract's object may have; other words aren't for it.
  static func said(
    in object: JSON, _ standard: Members, _ keys: Set<String>, _ references: SchemaReferences
  ) -> Members {
    var said = standard
    for (name, value) in object.members {
      if isNote(name) {
        said.set(name, value)
      } else if name.hasPrefix(mark + "-") {
        let key = String(name.dropFirst(mark.count + 1))
        guard keys.contains(key) || key.hasPrefix("x-") else { continue }
        if value.isNull {
          said.remove(key)
        } else {
          said.set(key, references.inContract(value))
        }
      }
    }
    return said
  }

  /// Adds to an object what its standard members don't tell of what a contract says.
  static func complete(
    _ object: inout Members, telling standard: Members, of contract: JSON, _ references: SchemaReferences
  ) {
    for (name, value) in contract.members {
      if isNote(name) {
        object.set(name, value)
      } else if !(standard[name].map { ContractForm.isSame($0, value, under: name) } ?? false) {
        object.set(word(name), references.inDocument(value))
      }
    }
    for name in standard.names where contract[name] == nil { object.set(word(name), .null) }
  }
}
