import PlumblineJSONTree

/// One operation of a description: a method on a path, and all that is said of it.
struct Operation {
  /// The method in capitals: `GET`.
  let method: String
  /// The path as it is written, with what stands behind `?` or `#`.
  let path: String
  /// The Operation Object.
  let value: JSON
  /// The key that the operation stands under.
  let key: JSON
  /// The key of its path.
  let pathKey: JSON
  /// The Path Item Object, and those that its `$ref` leads to: what an earlier one says comes first.
  let items: [JSON]
  /// The endpoint's id.
  var id = ""
  /// What tells it from others of the same method and path; filled where there are such.
  var when: [Condition] = []

  /// A value of the request that an operation is known by.
  struct Condition {
    /// `query.fields` or `body#/grant_type`.
    let address: String
    /// What it has to be; nil where it only has to be there.
    let value: JSON?
  }

  /// The path without what stands behind `?` or `#`, which are no part of a path; AWS's `{proxy+}` is `{+proxy}`.
  var template: String {
    plainPath.split(separator: "{", omittingEmptySubsequences: false).map { part -> String in
      guard let end = part.firstIndex(of: "}"), part[..<end].last == "+", part.first != "+" else { return String(part) }
      return "+" + String(part[..<end].dropLast()) + part[end...]
    }.joined(separator: "{")
  }

  /// The same as it is written.
  var plainPath: String { String(path.prefix { $0 != "#" && $0 != "?" }) }

  /// What stands behind `?` in a path: parameters with fixed values, which tell an operation from others.
  var fixedQuery: [(name: String, value: String)] {
    guard let mark = path.firstIndex(of: "?") else { return [] }
    return path[path.index(after: mark)...].prefix { $0 != "#" }.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// What a request line of it is alike with: parameters' names make no difference.
  var shape: String {
    var shape = method + " "
    var depth = 0
    for letter in template {
      if letter == "{" { depth += 1 }
      // What goes across slashes is another path.
      if depth == 0 || letter == "{" || letter == "}" || letter == "+" && shape.last == "{" { shape.append(letter) }
      if letter == "}" { depth -= 1 }
    }
    return shape
  }
}
