import PlumblineJSONTree

/// A generator of valid, unique names for a contract from the names in a description.
///
/// Names become folders of recordings, so two names that differ only in case count as equal, because some file systems
/// can't distinguish them.
package struct Identifiers {
  private var taken: Set<String> = []
  /// The next number to try for a requested name, by lowercase name. Lower numbers are taken.
  private var next: [String: Int] = [:]

  package init() {}

  /// Returns a name that isn't taken yet: the requested one, with a number if necessary.
  package mutating func unique(_ wish: String) -> String {
    let key = wish.lowercased()
    if taken.insert(key).inserted { return wish }
    var number = next[key] ?? 2
    while !taken.insert("\(key)-\(number)").inserted { number += 1 }
    next[key] = number + 1
    return "\(wish)-\(number)"
  }

  /// Returns the letters, digits, `_`, and `-` of a string and, for an endpoint's ID, its dots. Other characters in
  /// between become a `-`.
  package static func words(_ text: String, keepingDots: Bool = false) -> String {
    var name = ""
    for letter in text {
      if letter.isASCII, letter.isLetter || letter.isNumber || letter == "_" {
        name.append(letter)
      } else if letter == ".", keepingDots {
        while name.last == "-" { name.removeLast() }
        if !name.isEmpty, name.last != "." { name.append(letter) }
      } else if !name.isEmpty, name.last != "-", name.last != "." {
        name.append("-")
      }
    }
    while let last = name.last, last == "-" || last == "." { name.removeLast() }
    return String(name.drop { $0 == "_" })
  }

  /// Returns an endpoint's ID: the `operationId`, or the words of the path and the method.
  static func endpoint(_ operation: Operation) -> String {
    let own = words(operation.value["operationId"]?.string ?? "", keepingDots: true)
    if !own.isEmpty { return own }
    let path = operation.path.split { "/?#&=".contains($0) }.map { words(String($0)) }.filter { !$0.isEmpty }
    return (path + [operation.method.lowercased()]).joined(separator: ".")
  }

  /// Returns a name that is valid in a contract and therefore begins with a letter.
  package static func name(_ text: String, otherwise: String) -> String {
    let name = words(text)
    guard let first = name.first else { return otherwise }
    return first.isLetter ? name : "\(otherwise)-\(name)"
  }
}
