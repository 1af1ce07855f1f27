import Synchronization

/// Counters in one preallocated block of memory. Any thread can increment them at any time.
final class CounterRow: Sendable {
  let count: Int
  // The pointer is set once, points to atomics, and is freed with the last reference.
  private nonisolated(unsafe) let numbers: UnsafeMutablePointer<Atomic<UInt64>>

  init(count: Int) {
    self.count = count
    numbers = .allocate(capacity: count)
    for index in 0..<count { (numbers + index).initialize(to: Atomic(0)) }
  }

  deinit {
    numbers.deinitialize(count: count)
    numbers.deallocate()
  }

  subscript(index: Int) -> UInt64 {
    precondition(index >= 0 && index < count)
    return numbers[index].load(ordering: .relaxed)
  }

  func add(_ amount: UInt64, at index: Int) {
    precondition(index >= 0 && index < count)
    numbers[index].wrappingAdd(amount, ordering: .relaxed)
  }

  /// Sets a counter that is still 0.
  ///
  /// - Returns: The previous value, which is 0 on success.
  func claim(_ index: Int, with number: UInt64) -> UInt64 {
    precondition(index >= 0 && index < count)
    return numbers[index].compareExchange(expected: 0, desired: number, ordering: .relaxed).original
  }
}
