import PlumblineContractModel
import PlumblineJSONTree

/// The members of an exported document that only Plumbline reads.
///
/// The contract is read from the standard members. If the contract differs from them or contains more, a member is
/// added whose name is `x-plumbline-` followed by the contract's own key. A value of `null` means that the contract
/// lacks a value that the standard requires.
enum ContractExtensions {
  /// The member that marks an exported document. It contains the contract's version and service.
  static let mark = "x-plumbline"

  /// Returns the name of the member for a key of the contract.
  static func word(_ key: String) -> String { "\(mark)-\(key)" }

  /// Returns the member for a key of the contract, under its new name or an old one, or `nil` if there is none.
  static func value(_ key: String, in object: JSON) -> JSON? {
    object[word(key)] ?? RenamedKey.all.lazy.filter { $0.new == key }.compactMap { object[word($0.old)] }.first
  }

  /// Returns a Boolean value that indicates whether a member is a note by the contract's author.
  static func isNote(_ name: String) -> Bool { name.hasPrefix("x-") && !name.hasPrefix(mark) }

  /// Returns the contract's members, derived from an object's standard members and its additional ones.
  ///
  /// - Parameter keys: The keys that the contract's object may have. Others are ignored.
  static func said(
    in object: JSON, _ standard: Members, _ keys: Set<String>, _ references: SchemaReferences
  ) -> Members {
    var said = standard
    for (name, value) in object.members {
      if isNote(name) {
        said.set(name, value)
      } else if name.hasPrefix(mark + "-") {
        let key = RenamedKey.current(String(name.dropFirst(mark.count + 1)))
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

  /// Adds the contract's members that the object's standard members don't express.
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
