import PlumblineJSONTree

extension JSONBuilder {
  /// Writes a value that was derived from another one. Each part has the location of the original member with the same
  /// name if there is one, or otherwise the location of its parent.
  mutating func write(_ value: JSON, like source: JSON) {
    comes(from: source)
    switch value.kind {
    case .object where value.count > 0:
      object { json in
        for (name, member) in value.members {
          json.comes(from: source.key(of: name) ?? source)
          json.member(name) { json in json.write(member, like: source[name] ?? source) }
        }
      }
    case .array where value.count > 0:
      array { json in
        for (index, element) in value.elements.enumerated() {
          json.write(element, like: source.kind == .array ? source[index] ?? source : source)
        }
      }
    default: self.value(value)
    }
  }

  /// Writes a derived value as a member of an object that is itself derived from another one. The source of the value
  /// is the member under the contract's key, or the standard member.
  mutating func member(_ name: String, _ value: JSON, of source: JSON) {
    let word = ContractExtensions.word(name)
    let key = source[word] == nil ? name : word
    comes(from: source.key(of: key) ?? source)
    member(name) { json in json.write(value, like: source[key] ?? source) }
  }
}
