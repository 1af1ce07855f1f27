/// A gate that holds its visitors until it is opened, and reports when one has come.
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

  /// Waits until so many have come.
  func arrival(_ count: Int = 1) async {
    if arrivals < count { await withCheckedContinuation { watching.append((count, $0)) } }
  }

  /// Lets all pass, those to come too.
  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
