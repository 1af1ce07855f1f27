import Foundation

/// A parser for the file name in a Content-Disposition header (RFC 6266).
enum ContentDisposition {
  /// Returns the file name without folders, or `nil` if there is none. `filename*` takes precedence over `filename`.
  static func fileName(_ header: String) -> String? {
    let parameters = parameters(of: header)
    let extended = parameters["filename*"].flatMap(decodeExtended)
    guard let name = extended ?? parameters["filename"] else { return nil }
    return safe(name)
  }

  /// Splits a header value at the semicolons outside quotation marks.
  private static func parameters(of header: String) -> [String: String] {
    var pieces: [String] = []
    var piece = ""
    var isQuoted = false
    var isEscaped = false
    for character in header {
      if isEscaped {
        piece.append(character)
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted {
        pieces.append(piece)
        piece = ""
      } else {
        piece.append(character)
      }
    }
    pieces.append(piece)
    var result: [String: String] = [:]
    for piece in pieces.dropFirst() {
      guard let equals = piece.firstIndex(of: "=") else { continue }
      let name = piece[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
      result[name] = piece[piece.index(after: equals)...].trimmingCharacters(in: .whitespaces)
    }
    return result
  }

  /// Decodes an extended value, such as `UTF-8''na%C3%AFve.csv` (RFC 8187).
  private static func decodeExtended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return String(parts[2]).removingPercentEncoding
  }

  /// Returns a safe file name without folders. A server must not choose the folder that a file is written to.
  private static func safe(_ name: String) -> String? {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    let clean = String(last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
    return clean.isEmpty || clean == "." || clean == ".." ? nil : clean
  }
}
