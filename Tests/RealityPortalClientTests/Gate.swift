/// A gate that holds its callers until it's opened, and reports their arrival.
actor Gate {
  private var isOpen = false
  private var arrivals = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// Waits until the gate is open.
  func pass() async {
    arrivals += 1
    for watcher in watching where watcher.count <= arrivals { watcher.continuation.resume() }
    watching.removeAll { $0.count <= arrivals }
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  /// Waits until this number of callers has arrived.
  func arrival(_ count: Int = 1) async {
    if arrivals < count { await withCheckedContinuation { watching.append((count, $0)) } }
  }

  /// Lets all callers pass, including future ones.
  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
