import Synchronization

/// A cache of results for names. All exchanges use the same few hundred names, and every traversal of a large object
/// visits the same keys.
///
/// Names come from traffic, so the cache keeps only short ones and is emptied when it is full. Names with non-ASCII
/// characters aren't cached, because strings that are equal in Swift may consist of different code points.
package final class NameMemo<Value: Sendable>: Sendable {
  private static var longestName: Int { 64 }

  private let mostNames: Int
  private let values = Mutex<[String: Value]>([:])

  package init(mostNames: Int = 131_072) { self.mostNames = mostNames }

  /// Returns the value for a name. If the name isn't cached, calls `read` to compute the value.
  package func value(of name: String, else read: (String) -> Value) -> Value {
    guard name.utf8.count <= Self.longestName, name.utf8.allSatisfy({ $0 < 0x80 }) else { return read(name) }
    if let value = values.withLock({ $0[name] }) { return value }
    let value = read(name)
    values.withLock { values in
      if values.count >= mostNames { values.removeAll(keepingCapacity: true) }
      values[name] = value
    }
    return value
  }
}
