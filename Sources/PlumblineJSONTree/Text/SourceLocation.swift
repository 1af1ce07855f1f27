/// A place in a source text, in the usual notation of editors.
///
/// Lines and columns start at 1. A column counts Unicode scalars. `description` is `file:line:column`.
public struct SourceLocation: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The file's name as the caller gave it, or empty for text that has none.
  public var file: String
  /// The line, from 1; 0 if the place is the whole file.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// Makes a place from its parts.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line:column`, `line:column` if there is no file, and `file` if the place is the whole file.
  public var description: String {
    if line < 1, !file.isEmpty { return file }
    return file.isEmpty ? "\(line):\(column)" : "\(file):\(line):\(column)"
  }

  /// Orders by file, then line, then column.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    if left.file != right.file { return left.file < right.file }
    return (left.line, left.column) < (right.line, right.column)
  }
}
