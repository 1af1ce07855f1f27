/// Detects changes to the files of services by polling.
///
/// Polling costs one `stat` per file, which is negligible a few times a second, and works on every file system,
/// including those of containers and networks that don't notify the kernel of changes. Callers call ``scan()`` every
/// 250 ms.
///
/// Saving a file, or writing many, takes a moment, so a change counts only after two consecutive scans see the same
/// state.
package struct ServiceWatch: Sendable {
  private struct Seen {
    let home: ServiceHome
    /// The state that was last reported.
    var told: FolderSnapshot
    /// The state of the last scan.
    var last: FolderSnapshot
  }

  /// The time between two scans.
  package static let interval = Duration.milliseconds(250)

  private var services: [Seen]

  /// - Parameter services: The homes of the services. Their current state is considered reported.
  package init(_ services: [ServiceHome]) {
    self.services = services.map { home in
      let now = Self.look(home)
      return Seen(home: home, told: now, last: now)
    }
  }

  /// Scans the files, and returns the services whose files have changed since the last report and are stable again.
  package mutating func scan() -> [ServiceHome] {
    var changed: [ServiceHome] = []
    for index in services.indices {
      let now = Self.look(services[index].home)
      defer { services[index].last = now }
      guard now != services[index].told, now == services[index].last else { continue }
      services[index].told = now
      changed.append(services[index].home)
    }
    return changed
  }

  private static func look(_ home: ServiceHome) -> FolderSnapshot {
    FolderSnapshot(home.watched + [home.recordings])
  }
}
