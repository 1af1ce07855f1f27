import PlumblineRecordings

/// The findings about a capture's entries, reused for entries that repeat earlier ones.
///
/// The cache is bounded, so that a capture of any size needs little memory. It has two generations: once the younger
/// one is full, it becomes the older one, and the previous older one is dropped. An entry that recurs moves to the
/// younger generation and survives.
struct SeenEntries<Finding> {
  private let room: Int
  private var young: [EntryOutline: Finding] = [:]
  private var old: [EntryOutline: Finding] = [:]
  /// The total size of the outlines in the younger generation, in bytes.
  private var size = 0

  /// Creates an empty cache.
  ///
  /// - Parameter room: The approximate size of a generation, in bytes.
  init(room: Int = 4 << 20) { self.room = room }

  /// The number of cached entries.
  var count: Int { young.count + old.count }

  /// Returns the finding about an earlier entry with the same outline, or `nil` if there is none.
  mutating func finding(_ outline: EntryOutline) -> Finding? {
    if let finding = young[outline] { return finding }
    guard let finding = old[outline] else { return nil }
    keep(finding, for: outline)
    return finding
  }

  /// Caches the finding about an entry.
  mutating func keep(_ finding: Finding, for outline: EntryOutline) {
    if young.updateValue(finding, forKey: outline) != nil { return }
    size += outline.size
    guard size > room else { return }
    old = young
    young = [:]
    size = 0
  }
}
