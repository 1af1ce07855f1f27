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
  /// The Path Item Object, references followed.
  let item: JSON
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

  /// The path without what stands behind `?` or `#`, which are no part of a path.
  var template: String { String(path.prefix { $0 != "#" && $0 != "?" }) }

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
      if depth == 0 || letter == "{" || letter == "}" { shape.append(letter) }
      if letter == "}" { depth -= 1 }
    }
    return shape
  }
}

/// Finds the operations of a description.
struct OperationFinder {
  let version: OpenAPIVersion
  let following: Following

  /// The methods of a Path Item Object, in the specification's order.
  private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

  /// Every operation in the document's order.
  func operations(of root: JSON) -> [Operation] {
    guard let paths = root["paths"], paths.kind == .object else { return [] }
    var operations: [Operation] = []
    var references: [JSON] = []
    func add(_ method: String, _ written: JSON, _ own: JSON?, _ path: String, _ key: JSON, _ item: JSON) {
      guard let own, written.kind == .object, let value = following.object(written), value.kind == .object else {
        return
      }
      if let reference = written["$ref"] { references.append(reference) }
      operations.append(Operation(method: method, path: path, value: value, key: own, pathKey: key, item: item))
    }
    for (path, written) in paths.members where !path.hasPrefix("x-") {
      guard let item = following.object(written), item.kind == .object, let key = paths.key(of: path) else { continue }
      for (name, value) in item.members {
        if let method = method(name) { add(method, value, item.key(of: name), path, key, item) }
      }
      guard version >= .v32, let more = item["additionalOperations"] else { continue }
      for (method, value) in more.members { add(method, value, more.key(of: method), path, key, item) }
    }
    if let first = references.first {
      let count = references.count
      following.log.note(
        first,
        "\(count == 1 ? "An operation is a \"$ref\"" : "\(count) operations are \"$ref\"s"), which OpenAPI doesn't allow; "
          + "\(count == 1 ? "the reference was" : "the references were") followed.")
    }
    return operations
  }

  private func method(_ name: String) -> String? {
    if Self.methods.contains(name) { return name.uppercased() }
    return name == "query" && version >= .v32 ? "QUERY" : nil
  }
}
