import Synchronization

/// An object that is created on first use.
///
/// It works like `AtomicLazyReference`, but is specialized for its type: loading an `AtomicLazyReference` takes longer
/// than finding an endpoint, and every request loads several.
struct LazyReference<Value: AnyObject & Sendable>: ~Copyable, Sendable {
  private let made = Atomic<Unmanaged<Value>?>(nil)

  /// Returns the object. Several threads may create one at the same time, but all of them get the first.
  func value(_ make: () -> Value) -> Value {
    if let value = made.load(ordering: .acquiring) { return value.takeUnretainedValue() }
    let new = Unmanaged.passRetained(make())
    let (isFirst, other) = made.compareExchange(expected: nil, desired: new, ordering: .acquiringAndReleasing)
    guard !isFirst, let other else { return new.takeUnretainedValue() }
    new.release()
    return other.takeUnretainedValue()
  }

  deinit { made.load(ordering: .acquiring)?.release() }
}
