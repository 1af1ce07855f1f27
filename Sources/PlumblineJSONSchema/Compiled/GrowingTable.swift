/// An append-only array that is free to copy. Copies stay unchanged while the original grows.
///
/// A schema library compiles many schemas into the same tables. Each schema keeps a copy of the tables from the time of
/// its compilation. With arrays, the next append would copy everything, which would make the total cost quadratic. A
/// copy of this table is just a count and a reference to storage. The storage is shared as long as there is capacity,
/// because entries below the count of any copy never move or change.
///
///     var table: GrowingTable<Int> = [1, 2]
///     let early = table          // 2 entries
///     table.append(3)            // writes after them, into the same storage
///     early.count                // 2
struct GrowingTable<Element: Sendable>: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  /// The memory for entries.
  ///
  /// The type is unchecked, because the compiler can't verify the rule that makes it safe: entries are written once,
  /// beyond the counts of all copies that other tasks can hold, and only by the table with the newest count. Appends to
  /// the same storage happen under the lock of the library that compiles, or in a compiler that isn't shared.
  private final class Storage: @unchecked Sendable {
    let base: UnsafeMutablePointer<Element>
    let capacity: Int
    var used = 0

    init(capacity: Int) {
      base = UnsafeMutablePointer<Element>.allocate(capacity: Swift.max(capacity, 1))
      self.capacity = capacity
    }

    deinit {
      base.deinitialize(count: used)
      base.deallocate()
    }
  }

  private var storage: Storage
  /// The number of entries.
  private(set) var count = 0

  init() { storage = Storage(capacity: 0) }

  /// Creates an empty table with room for the given number of entries. The memory becomes resident only as entries are
  /// added.
  init(room: Int) { storage = Storage(capacity: room) }

  init(arrayLiteral elements: Element...) {
    self.init()
    for element in elements { append(element) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "there is no such entry")
    return storage.base[index]
  }

  /// A pointer to the entries. The table must outlive the pointer.
  var pointer: TablePointer<Element> { TablePointer(base: UnsafePointer(storage.base), count: count) }

  /// Appends an entry and returns its index.
  @discardableResult
  mutating func append(_ element: Element) -> Int {
    if storage.used != count || count == storage.capacity {
      let grown = Storage(capacity: Swift.max(8, count * 2))
      grown.base.initialize(from: storage.base, count: count)
      grown.used = count
      storage = grown
    }
    (storage.base + count).initialize(to: element)
    count += 1
    storage.used = count
    return count - 1
  }

  /// Completes an entry that no copy contains yet.
  mutating func complete(_ index: Int, with element: Element) {
    precondition(index >= 0 && index < count && storage.used == count)
    storage.base[index] = element
  }
}
