import PlumblineJSONTree

/// The parsed files of a contract, in the order in which their endpoints take precedence.
package struct ContractFiles {
  /// A parsed file.
  struct Parsed {
    let name: String
    /// The root for all readers. In it, the items of streams are lists (``ItemSchemas``).
    let root: JSON
    /// The root as written, except that renamed keys have their new names (``CurrentKeys``). It is validated against
    /// the format's schema.
    let written: JSON

    var isMain: Bool { name == ContractFiles.mainName }
  }

  /// The name of the file that contains the definitions shared by endpoints.
  package static let mainName = "contract.json"
  /// The names of files that have other purposes.
  package static let reserved: Set<String> = Set(
    ["waivers.json", "imported.json"] + RenamedFile.all.flatMap(\.names))

  /// Returns the file name for the endpoints of a topic. If the name is reserved, returns `endpoints.json`.
  package static func name(ofTopic word: String) -> String {
    let name = "\(word).json"
    return word.isEmpty || name == mainName || reserved.contains(name) ? "endpoints.json" : name
  }

  let parsed: [Parsed]
  /// The names of files that aren't JSON. Their content is unknown.
  let unreadable: [String]

  /// A Boolean value that indicates whether any file may contain schemas with `readOnly` or `writeOnly`.
  let hasViews: Bool

  /// Parses the files, and reports syntax errors, duplicate keys and a missing `contract.json`.
  init(_ files: [ContractLoader.File], log: ProblemLog) {
    var parsed: [Parsed] = []
    var unreadable: [String] = []
    var names: Set<String> = []
    let own = files.filter { !Self.reserved.contains($0.name) }
      .sorted { ($0.name == Self.mainName ? 0 : 1, $0.name) < ($1.name == Self.mainName ? 0 : 1, $1.name) }
    for file in own where names.insert(file.name).inserted {
      if let document = Self.parse(file, log: log) {
        let keys = CurrentKeys(document)
        keys.reportConflicts(to: log)
        parsed.append(
          Parsed(
            name: file.name, root: ItemSchemas(log: log).listed(in: keys.document), written: keys.document.root))
      } else {
        unreadable.append(file.name)
      }
    }
    self.parsed = parsed
    self.unreadable = unreadable
    hasViews = own.contains { Self.saysOnly($0.bytes) }
    if !names.contains(Self.mainName) { Self.reportMissing(files, among: names, log: log) }
  }

  /// Returns a Boolean value that indicates whether the bytes contain `readOnly"` or `writeOnly"`.
  private static func saysOnly(_ bytes: [UInt8]) -> Bool {
    let word = Array("Only\"".utf8)
    let verbs = [Array("read".utf8), Array("write".utf8)]
    var start = bytes.startIndex
    // An `O` is rare in JSON, so searching for it first is fast.
    while let found = bytes[start...].firstIndex(of: word[0]) {
      if bytes[found...].starts(with: word),
        verbs.contains(where: { bytes[..<found].suffix($0.count).elementsEqual($0) })
      {
        return true
      }
      start = found + 1
    }
    return false
  }

  /// Parses a file, and reports syntax errors and duplicate keys. Returns `nil` if the file isn't JSON.
  static func parse(_ file: ContractLoader.File, log: ProblemLog) -> JSONDocument? {
    do throws(JSONSyntaxError) {
      let document =
        if let made = file.document {
          made
        } else if let provenance = file.provenance {
          try JSONDocument.parse(file.bytes, file: file.path, provenance: provenance)
        } else {
          try JSONDocument.parse(file.bytes, file: file.path)
        }
      for duplicate in document.duplicateKeys {
        log.error(
          duplicate.location,
          "The key \"\(duplicate.key)\" occurs twice, first on line \(duplicate.earlier.line); keep one of them.")
      }
      return document
    } catch {
      log.error(error.location, error.message)
      return nil
    }
  }

  /// The file that contains the definitions shared by endpoints, or `nil` if it couldn't be parsed.
  var main: Parsed? { parsed.first(where: \.isMain) }

  private static func reportMissing(_ files: [ContractLoader.File], among names: Set<String>, log: ProblemLog) {
    let folder = files.first.map { file in
      file.path.hasSuffix(file.name) ? String(file.path.dropLast(file.name.count)) : ""
    }
    let nearest = Spelling.nearest(mainName, among: names.sorted())
    log.error(
      SourceLocation(file: (folder ?? "") + mainName, line: 1, column: 1),
      "contract.json is missing\(nearest.map { " (only \($0) was found)" } ?? ""): it has the service's name, its servers, "
        + "credentials and envelope.")
  }
}
