import Foundation
import PlumblineJSONTree
import PlumblineYAML
import TestSupport

/// A case of yaml-test-suite (https://github.com/yaml/yaml-test-suite), read by the reader that it tests.
///
/// A file is a list of cases. The first case has the name of the file (`229Q`), and the others also have their index
/// (`JEF9:2`). Omitted members are the same as in the preceding case.
struct SuiteCase: Sendable {
  let name: String
  let yaml: String
  /// The documents in the text as JSON, or `nil` if the suite doesn't specify them.
  let values: [JSON]?
  /// A Boolean value that indicates whether the text must be rejected.
  let fails: Bool

  /// Returns all cases except those that the suite itself skips.
  static func all() throws -> [SuiteCase] {
    guard let root = Conformance.root else { return [] }
    let folder = root.appendingPathComponent("yaml-test-suite/src")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "yaml" }.sorted { $0.path < $1.path }.flatMap { file in
      let bytes = Array(try Data(contentsOf: file))
      let root = try YAMLDocument.parse(bytes, file: file.lastPathComponent).root
      return try cases(of: root, named: file.deletingPathExtension().lastPathComponent)
    }
  }

  private static func cases(of list: JSON, named name: String) throws -> [SuiteCase] {
    var known: [JSON]?
    var found: [SuiteCase] = []
    for (index, member) in list.elements.enumerated() {
      if let json = member["json"]?.string { known = try values(in: json) }
      guard member["skip"]?.bool != true, let yaml = member["yaml"]?.string else { continue }
      found.append(
        SuiteCase(
          name: index == 0 ? name : "\(name):\(index)", yaml: written(yaml), values: known,
          fails: member["fail"]?.bool ?? false))
    }
    return found
  }

  /// Returns a text without the marks that make its spaces and line ends visible, which the suite's documentation
  /// lists.
  private static func written(_ shown: String) -> String {
    var text = shown.replacingOccurrences(of: "␣", with: " ")
    while let tab = text.range(of: "—*»", options: .regularExpression) { text.replaceSubrange(tab, with: "\t") }
    return text.replacingOccurrences(of: "↵", with: "").replacingOccurrences(of: "∎\n", with: "")
      .replacingOccurrences(of: "←", with: "\r").replacingOccurrences(of: "⇔", with: "\u{FEFF}")
  }

  /// Returns the values in a text that consists of several JSON texts in succession.
  private static func values(in text: String) throws -> [JSON] {
    var values: [JSON] = []
    var rest = Array(text.utf8)[...]
    while let start = rest.firstIndex(where: { $0 > 0x20 }) {
      // The parser stops where the next value starts.
      do throws(JSONSyntaxError) {
        values.append(try JSON.parse(Array(rest[start...])))
        return values
      } catch {
        guard error.code == .trailingText, error.offset > 0 else { throw error }
        values.append(try JSON.parse(Array(rest[start..<(start + error.offset)])))
        rest = rest[(start + error.offset)...]
      }
    }
    return values
  }
}
