import PlumblineJSONTree

/// The documents of one description: the named one and all that it references.
///
/// Files are read when they are first referenced, and only within one folder. Nothing outside the folder, and nothing
/// from the network, is ever read.
package final class DocumentSet {
  /// The result of reading a referenced file.
  package enum Reading {
    case document(JSONDocument)
    /// The file is unreadable. The associated value is a sentence with the reason.
    case unreadable(String)
  }

  /// The result of following a reference.
  enum Outcome {
    case found(JSON)
    /// The target is missing. The associated value completes a sentence with the missing target and a suggestion.
    case missing(String)
  }

  /// The named document.
  package let main: JSONDocument
  /// The path of each document, relative to the folder and without `.` or `..`. For example, `openapi.json` or
  /// `schemas/pet.yaml`.
  private var paths: [ObjectIdentifier: String]
  private var readings: [String: Reading]
  private let read: (String) -> Reading

  /// Creates a set of documents.
  ///
  /// - Parameters:
  ///   - main: The named document.
  ///   - path: The document's path, relative to the folder that references may read from.
  ///   - read: A closure that reads a file in that folder, given its relative path. It is called once per file.
  package init(_ main: JSONDocument, path: String, read: @escaping (String) -> Reading) {
    self.main = main
    self.read = read
    paths = [ObjectIdentifier(main): path]
    readings = [path: .document(main)]
  }

  /// Returns the same description with the documents at some paths replaced.
  func replacing(_ others: [String: JSONDocument]) -> DocumentSet {
    let path = path(of: main.root)
    return DocumentSet(others[path] ?? main, path: path) { [self] in others[$0].map(Reading.document) ?? reading($0) }
  }

  /// Returns the same description with each document rewritten.
  func mapping(_ transform: @escaping (String, JSONDocument) -> JSONDocument) -> DocumentSet {
    let path = path(of: main.root)
    return DocumentSet(transform(path, main), path: path) { [self] name in
      guard case .document(let document) = reading(name) else { return reading(name) }
      return .document(transform(name, document))
    }
  }

  private func reading(_ path: String) -> Reading {
    if let known = readings[path] { return known }
    let reading = read(path)
    readings[path] = reading
    if case .document(let document) = reading { paths[ObjectIdentifier(document)] = path }
    return reading
  }

  /// Returns the path of a value's document, relative to the folder.
  func path(of value: JSON) -> String { paths[ObjectIdentifier(value.document)] ?? "" }

  /// Every document that has been read, with its path.
  var documents: [(path: String, document: JSONDocument)] {
    readings.compactMap { path, reading in
      if case .document(let document) = reading { return (path, document) }
      return nil
    }.sorted { $0.0 < $1.0 }
  }

  /// Resolves a reference, given the value that contains it (RFC 3986 section 5, RFC 6901 section 6).
  func resolve(_ reference: String, from value: JSON) -> Outcome {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = String(parts.first ?? "")
    let fragment = parts.count > 1 ? String(parts[1]) : ""
    let document: JSONDocument
    if file.isEmpty {
      document = value.document
    } else {
      switch self.document(file, from: path(of: value)) {
      case .document(let found): document = found
      case .unreadable(let reason): return .missing(reason)
      }
    }
    return Self.follow(fragment, in: document)
  }

  private func document(_ file: String, from base: String) -> Reading {
    if file.contains("://") || file.hasPrefix("//") {
      return .unreadable("nothing is read from the network; put the file beside the document and name it by its path")
    }
    if file.hasPrefix("/") || file.hasPrefix("file:") {
      return .unreadable("a file is named by its path from the document's own folder")
    }
    var segments = base.split(separator: "/").dropLast().map(String.init)
    for segment in Self.decoded(file).split(separator: "/") where segment != "." {
      if segment != ".." {
        segments.append(String(segment))
      } else if segments.popLast() == nil {
        return .unreadable(
          "it lies outside the document's folder, where nothing is read; name a folder that holds both by --root")
      }
    }
    let path = segments.joined(separator: "/")
    let reading = reading(path)
    if case .document(let document) = reading { paths[ObjectIdentifier(document)] = path }
    return reading
  }

  private static func decoded(_ text: String) -> String {
    guard text.contains("%"), let pointer = JSONPointer(fragment: "/" + text.replacing("/", with: "~1")) else {
      return text
    }
    return pointer.tokens.first ?? text
  }

  private static func follow(_ fragment: String, in document: JSONDocument) -> Outcome {
    if fragment.isEmpty { return .found(document.root) }
    guard fragment.hasPrefix("/") else { return anchor(fragment, in: document) }
    guard let pointer = JSONPointer(fragment: fragment) else {
      return .missing("\"\(fragment)\" isn't a JSON Pointer")
    }
    var value = document.root
    for (depth, token) in pointer.tokens.enumerated() {
      guard let child = value.at(JSONPointer(tokens: [token])) else {
        let reached = JSONPointer(tokens: Array(pointer.tokens[..<depth])).description
        let place = reached.isEmpty ? "the document" : "\"\(reached)\""
        return .missing("\(place) has no \"\(token)\"")
      }
      value = child
    }
    return .found(value)
  }

  /// Returns the schema whose `$anchor` or `$dynamicAnchor` has the given name.
  private static func anchor(_ name: String, in document: JSONDocument) -> Outcome {
    var pending = [document.root]
    while let value = pending.popLast() {
      if value["$anchor"]?.string == name || value["$dynamicAnchor"]?.string == name { return .found(value) }
      for element in value.elements { pending.append(element) }
      for member in value.members { pending.append(member.value) }
    }
    return .missing("no schema there has the $anchor \"\(name)\"")
  }
}
