import PlumblineJSONTree

/// An operation of a description: a method on a path, with its description.
struct Operation {
  /// The method in uppercase, such as `GET`.
  let method: String
  /// The path as written, including any text after `?` or `#`.
  let path: String
  /// The Operation Object.
  let value: JSON
  /// The key of the operation.
  let key: JSON
  /// The key of the operation's path.
  let pathKey: JSON
  /// The Path Item Object and those reached through its `$ref`. Earlier ones take precedence.
  let items: [JSON]
  /// The endpoint's ID.
  var id = ""
  /// The conditions that distinguish the operation from others with the same method and path.
  var when: [Condition] = []

  /// A value of the request that identifies an operation.
  struct Condition {
    /// The address of the value, such as `query.fields` or `body#/grant_type`.
    let address: String
    /// The required value, or `nil` if any value is allowed.
    let value: JSON?
  }

  /// The path without the text after `?` or `#`, which doesn't belong to a path. AWS's `{proxy+}` becomes `{+proxy}`.
  var template: String {
    plainPath.split(separator: "{", omittingEmptySubsequences: false).map { part -> String in
      guard let end = part.firstIndex(of: "}"), part[..<end].last == "+", part.first != "+" else { return String(part) }
      return "+" + String(part[..<end].dropLast()) + part[end...]
    }.joined(separator: "{")
  }

  /// The path as written, without the text after `?` or `#`.
  var plainPath: String { String(path.prefix { $0 != "#" && $0 != "?" }) }

  /// The query after `?` in a path: parameters with fixed values that distinguish operations.
  var fixedQuery: [(name: String, value: String)] {
    guard let mark = path.firstIndex(of: "?") else { return [] }
    return path[path.index(after: mark)...].prefix { $0 != "#" }.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// The request line without parameter names, which make no difference.
  var shape: String {
    var shape = method + " "
    var depth = 0
    for letter in template {
      if letter == "{" { depth += 1 }
      // A parameter that spans slashes makes a different path.
      if depth == 0 || letter == "{" || letter == "}" || letter == "+" && shape.last == "{" { shape.append(letter) }
      if letter == "}" { depth -= 1 }
    }
    return shape
  }
}
