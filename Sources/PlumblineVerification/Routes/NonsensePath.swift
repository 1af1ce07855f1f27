/// The parts of a path that can't exist, for comparison with one that may.
enum NonsensePath {
  /// The word that replaces a fixed word in a path.
  static let word = "plumbline-nonsense"

  /// Returns the suffix of a segment that indicates a format, such as `.json`, or `nil` if there is none. The suffix is
  /// kept, because many servers use it to choose the format of their errors.
  static func format(of segment: String) -> String? {
    guard let dot = segment.lastIndex(of: "."), dot != segment.startIndex else { return nil }
    let name = segment[dot...].dropFirst()
    return (2...5).contains(name.count) && name.allSatisfy { $0.isASCII && $0.isLetter } ? String(segment[dot...]) : nil
  }
}
