import PlumblineJSONTree

/// A check of the rules that concern several operations: unique names, distinct paths, parameters that occur once, and
/// links to existing operations (OpenAPI 3.1.1, sections 4.8.8, 4.8.10, and 4.8.20).
struct OperationRules {
  let walk: ObjectWalk
  let documents: DocumentSet
  let log: NoteLog

  func check() {
    let ids = checkIdentifiers()
    for link in walk.links { check(link, ids) }
    for holder in walk.operations + walk.pathItems { checkParameters(of: holder) }
  }

  /// Returns all the `operationId`s, and reports repeated ones.
  private func checkIdentifiers() -> Set<String> {
    var first: [String: JSON] = [:]
    for operation in walk.operations {
      guard let value = operation["operationId"], let id = value.string else { continue }
      guard let earlier = first[id] else {
        first[id] = value
        continue
      }
      log.servableError(
        value,
        "The operationId \"\(id)\" is that of the operation at \(earlier.location) as well; give each operation its own."
      )
    }
    return Set(first.keys)
  }

  private func check(_ link: JSON, _ ids: Set<String>) {
    if let value = link["operationId"], let id = value.string, !ids.contains(id) {
      log.note(value, "No operation has the operationId \"\(id)\", so this link leads nowhere.")
    }
    guard let value = link["operationRef"], let text = value.string, text.hasPrefix("#") else { return }
    if case .missing(let reason) = documents.resolve(text, from: value) {
      log.note(value, "\"operationRef\" to \"\(text)\" leads nowhere: \(reason).")
    }
  }

  private func checkParameters(of holder: JSON) {
    guard let list = holder["parameters"], list.kind == .array, list.count > 1 else { return }
    var seen: Set<[String]> = []
    let following = Following(documents: documents, log: NoteLog())
    for written in list.elements {
      guard let parameter = following.object(written), let name = parameter["name"]?.string,
        let place = parameter["in"]?.string
      else { continue }
      if !seen.insert([place, place == "header" ? name.lowercased() : name]).inserted {
        log.note(written, "The parameter \(name) appears twice; the first one counts.")
      }
    }
  }

  /// Reports paths that differ only in parameter names, because they are the same to a server.
  func checkPaths(of root: JSON) {
    guard let paths = root["paths"], paths.kind == .object else { return }
    var first: [String: (path: String, key: JSON)] = [:]
    for (path, value) in paths.members where path.contains("{") && value.node > 0 {
      let key = JSON(value.document, value.node - 1)
      let shape = Self.shape(of: path)
      guard let earlier = first[shape] else {
        first[shape] = (path, key)
        continue
      }
      if earlier.path != path, !log.hasSpoken(of: key) {
        log.note(
          key,
          "\(path) is \(earlier.path) but for the names of its parameters (line \(earlier.key.location.line)); "
            + "one path item holds the operations of both.")
      }
    }
  }

  private static func shape(of path: String) -> String {
    var shape = ""
    var depth = 0
    var last: Character?
    for letter in path {
      if letter == "{" { depth += 1 }
      // AWS's `{proxy+}` spans slashes.
      if letter == "}", last == "+" { shape.append("+") }
      if depth == 0 || letter == "{" || letter == "}" { shape.append(letter) }
      if letter == "}" { depth = max(depth - 1, 0) }
      last = letter
    }
    return shape
  }
}
