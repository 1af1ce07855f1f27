/// The name of a released version, ordered by release: 2.9 comes before 2.10.
struct VersionName: Comparable {
  private enum Part: Comparable {
    case text(String)
    case number(Int)
  }

  private let parts: [Part]

  init(_ text: String) {
    parts = text.split { $0 == "." || $0 == "-" || $0 == "_" }
      .map { part in Int(part).map(Part.number) ?? .text(String(part)) }
  }

  static func < (left: VersionName, right: VersionName) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
}
