import PlumblineContractModel

/// A requested report: its format, and the file that it is written to.
package struct ReportOutput: Sendable, Hashable {
  package let format: ReportFormat
  /// The file to write, or `nil` for standard output.
  package let path: String?

  package init(format: ReportFormat, path: String? = nil) {
    self.format = format
    self.path = path
  }

  /// Parses an argument of `--report`, such as `junit` or `json=build/report.json`. `json=-` also means standard
  /// output.
  ///
  /// - Throws: ``Unreadable``, which suggests the format with the most similar name.
  package init(parsing text: String) throws(Unreadable) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let format = ReportFormat(rawValue: name) else { throw .unknownFormat(name) }
    self.format = format
    guard parts.count > 1 else {
      path = nil
      return
    }
    guard !parts[1].isEmpty else { throw .missingPath(format) }
    path = parts[1] == "-" ? nil : String(parts[1])
  }

  /// The reasons why an argument of `--report` can't be parsed.
  package enum Unreadable: Error, Sendable, Hashable, CustomStringConvertible {
    case unknownFormat(String)
    case missingPath(ReportFormat)

    package var description: String {
      switch self {
      case .unknownFormat(let name):
        let names = ReportFormat.allCases.map(\.rawValue)
        if name.isEmpty { return "A report needs a format: \(Spelling.list(names, joining: "or"))." }
        return "\"\(name.printable)\" isn't a report format" + Spelling.suggestion(for: name, among: names)
      case .missingPath(let format):
        return "\"\(format.rawValue)=\" has no file: write \(format.rawValue)=PATH,"
          + " or \(format.rawValue) for standard output."
      }
    }
  }
}
