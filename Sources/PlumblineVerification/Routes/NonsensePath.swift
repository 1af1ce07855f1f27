/// The parts of a path that can't exist, which is compared with one that may.
enum NonsensePath {
  /// The word that takes the place of a fixed one.
  static let word = "plumbline-nonsense"

  /// Returns the ending of a segment that names a format, `.json`; `nil` without one. It stays, since many servers choose by it
  /// how to report that nothing is there.
  static func format(of segment: String) -> String? {
    guard let dot = segment.lastIndex(of: "."), dot != segment.startIndex else { return nil }
    let name = segment[dot...].dropFirst()
    return (2...5).contains(name.count) && name.allSatisfy { $0.isASCII && $0.isLetter } ? String(segment[dot...]) : nil
  }
}
