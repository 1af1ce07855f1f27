import PlumblineContractModel
import PlumblineJSONTree

/// The record of a service's import. It is stored as `imported.json` in the contract's folder.
struct ImportRecord: Sendable, Hashable {
  static let name = "imported.json"

  let format: ImportedService.Format
  /// The path of the document, relative to the folder that contains the contracts.
  let from: String
  let base: ImportBase

  init(_ format: ImportedService.Format, from: String, base: ImportBase) {
    self.format = format
    self.from = from
    self.base = base
  }

  /// - Throws: The problem with the file, and its location.
  init(_ bytes: [UInt8], path: String) throws(Problem) {
    let root: JSON
    do throws(JSONSyntaxError) {
      root = try JSON.parse(bytes, file: path)
    } catch {
      throw Problem(error.location, "\(error.message) \(Self.remedy)")
    }
    guard root["plumbline"]?.int == 1 else {
      throw Problem(root.location, "This isn't a version 1 import record. \(Self.remedy)")
    }
    guard let format = root["format"]?.string.flatMap(ImportedService.Format.init(rawValue:)),
      let from = root["from"]?.string
    else { throw Problem(root.location, "An import record must name its format and its document. \(Self.remedy)") }
    self.format = format
    self.from = from
    base = ImportBase(
      files: try Self.digests(root, "files").mapValues { Self.currentFile($0) },
      endpoints: try Self.digests(root, "endpoints").mapValues { Self.currentEndpoint($0) },
      recordings: try Self.digests(root, "recordings"))
  }

  private static let remedy = "This file is written by import only: restore it from an earlier commit."

  private static func digests(_ root: JSON, _ key: String) throws(Problem) -> [String: ValueDigest] {
    guard let json = root[key], json.kind == .object else {
      throw Problem(root.location, "An import record must have \"\(key)\". \(remedy)")
    }
    var digests: [String: ValueDigest] = [:]
    for (name, value) in json.members {
      guard let digest = ValueDigest(value) else {
        throw Problem(value.location, "Digests must be strings in objects. \(remedy)")
      }
      digests[name] = digest
    }
    return digests
  }

  /// Returns the digests of a file's members, using the new names of keys.
  private static func currentFile(_ digest: ValueDigest) -> ValueDigest {
    ValueDigest(digest.json.withCurrentKeys) ?? digest
  }

  /// Returns the digests of an endpoint's members, using the new names of keys.
  private static func currentEndpoint(_ digest: ValueDigest) -> ValueDigest {
    let file = currentFile(.object(["endpoints": .object(["endpoint": digest])]))
    return file["endpoints"]?["endpoint"] ?? digest
  }

  /// The text of the file. It has a separate line for each endpoint, recording, and shared member, so that diffs show
  /// what changed.
  var text: [UInt8] {
    var text = "{\n  \"plumbline\": 1,\n  \"format\": \(JSON(format.rawValue).text),\n  \"from\": \(JSON(from).text),\n"
    let groups = [("files", base.files, 2), ("endpoints", base.endpoints, 0), ("recordings", base.recordings, 0)]
    text += groups.map { name, digests, depth in
      "  \(JSON(name).text): \(Self.lines(.object(digests), depth: depth + 1, indent: 2))"
    }.joined(separator: ",\n")
    return Array("\(text)\n}\n".utf8)
  }

  private static func lines(_ digest: ValueDigest, depth: Int, indent: Int) -> String {
    guard depth > 0, case .object(let members) = digest, !members.isEmpty else { return digest.json.text }
    let space = String(repeating: " ", count: indent + 2)
    let inner = members.sorted { $0.key < $1.key }.map { key, value in
      "\(space)\(JSON(key).text): \(Self.lines(value, depth: depth - 1, indent: indent + 2))"
    }
    return "{\n\(inner.joined(separator: ",\n"))\n\(String(repeating: " ", count: indent))}"
  }
}

extension ServiceHome {
  /// A Boolean value that indicates whether the service's contract was written by an import.
  package var isImported: Bool {
    guard case .folder(let folder) = source else { return false }
    return FileSystem.isFile("\(folder)/\(ImportRecord.name)")
  }
}
