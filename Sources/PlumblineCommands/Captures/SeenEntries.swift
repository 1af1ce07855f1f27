import PlumblineRecordings

/// The findings about a capture's entries, reused for entries that repeat earlier ones.
///
/// The size is limited, so that a capture of any size takes little memory. Entries are kept in two generations: once
/// the younger one is full, it becomes the older one, whose entries are dropped unless they have recurred.
struct SeenEntries<Finding> {
  private let room: Int
  private var young: [EntryOutline: Finding] = [:]
  private var old: [EntryOutline: Finding] = [:]
  /// The size of the younger generation's outlines in bytes.
  private var size = 0

  /// - Parameter room: the size of a generation in bytes, roughly.
  init(room: Int = 4 << 20) { self.room = room }

  /// The number of entries that are kept.
  var count: Int { young.count + old.count }

  /// Returns the finding about an entry with the outline.
  mutating func finding(_ outline: EntryOutline) -> Finding? {
    if let finding = young[outline] { return finding }
    guard let finding = old[outline] else { return nil }
    keep(finding, for: outline)
    return finding
  }

  /// Keeps the finding about an entry.
  mutating func keep(_ finding: Finding, for outline: EntryOutline) {
    if young.updateValue(finding, forKey: outline) != nil { return }
    size += outline.size
    guard size > room else { return }
    old = young
    young = [:]
    size = 0
  }
}
