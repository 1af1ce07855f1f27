/// A location in a source text, in the notation that editors use.
///
/// Lines and columns start at 1. Columns count Unicode scalars. `description` has the form `file:line:column`.
public struct SourceLocation: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The file's name as the caller provided it. It is empty for text that doesn't come from a file.
  public var file: String
  /// The line, starting with 1, or 0 if the location is the whole file.
  public var line: Int
  /// The column in Unicode scalars, starting with 1.
  public var column: Int

  /// Creates a location from its parts.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The location in the form `file:line:column`. It is `line:column` if there is no file, and `file` if the location
  /// is the whole file.
  public var description: String {
    if line < 1, !file.isEmpty { return file }
    return file.isEmpty ? "\(line):\(column)" : "\(file):\(line):\(column)"
  }

  /// Returns a Boolean value that indicates whether the first location precedes the second, by file, then line, then
  /// column.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    if left.file != right.file { return left.file < right.file }
    return (left.line, left.column) < (right.line, right.column)
  }
}
