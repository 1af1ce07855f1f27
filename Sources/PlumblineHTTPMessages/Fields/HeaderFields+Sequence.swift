import PlumblineASCII

extension HeaderFields: Sequence {
  /// An iterator over the fields, in order. It creates strings on demand.
  package struct Iterator: IteratorProtocol {
    let fields: HeaderFields
    var index = 0

    package mutating func next() -> (name: String, value: String)? {
      guard index < fields.count else { return nil }
      defer { index += 1 }
      return (FieldSyntax.text(fields.nameBytes(at: index)), FieldSyntax.text(fields.valueBytes(at: index)))
    }
  }

  package func makeIterator() -> Iterator { Iterator(fields: self) }

  package var underestimatedCount: Int { count }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements)
  }

  /// Creates fields from names and values, in order.
  package init(_ elements: some Sequence<(String, String)>) {
    self.init()
    for (name, value) in elements { append(name: name, value: value) }
  }
}

extension HeaderFields: Equatable {
  /// Returns a Boolean value that indicates whether both have the same fields in the same order. Names are compared
  /// case-insensitively, and values byte by byte.
  package static func == (left: HeaderFields, right: HeaderFields) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count {
      let names = (left.nameBytes(at: index), right.nameBytes(at: index))
      guard
        names.0.elementsEqual(
          names.1, by: { $0.lowercased == $1.lowercased }),
        left.valueBytes(at: index) == right.valueBytes(at: index)
      else { return false }
    }
    return true
  }
}

extension HeaderFields: CustomStringConvertible {
  /// The fields as `Name: value`, one per line.
  package var description: String {
    map { "\($0.name): \($0.value)" }.joined(separator: "\n")
  }
}
