import PlumblineHTTPMessages

extension PathTemplate {
  /// Whether two segments are the same, whatever a parameter is called.
  static func isSame(_ one: Segment, _ other: Segment) -> Bool {
    switch (one, other) {
    case (.literal(let one), .literal(let other)): one == other
    case (.parameter, .parameter): true
    default: false
    }
  }

  /// How many segments two templates share from their beginnings.
  func kinship(_ other: PathTemplate) -> Int {
    zip(segments, other.segments).prefix { Self.isSame($0, $1) }.count
  }
}
