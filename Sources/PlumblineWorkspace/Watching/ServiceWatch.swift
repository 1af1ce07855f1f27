/// Sees when the files of services change, by looking at them every now and then.
///
/// Looking costs one `stat` a file, which is nothing a few times a second, and works on every file system, also on
/// those of containers and networks, which tell no kernel of their changes. Whoever uses it calls ``scan()`` every 250 ms.
///
/// An editor that saves a file, and a tool that writes many, take a moment: a change counts once two looks in a row saw
/// the same.
package struct ServiceWatch: Sendable {
  private struct Seen {
    let home: ServiceHome
    /// The state that was told of last.
    var told: FolderSnapshot
    /// The state of the last look.
    var last: FolderSnapshot
  }

  /// How long to wait between two looks.
  package static let interval = Duration.milliseconds(250)

  private var services: [Seen]

  /// - Parameter services: where the services' files stand. They count as known the way they are now.
  package init(_ services: [ServiceHome]) {
    self.services = services.map { home in
      let now = Self.look(home)
      return Seen(home: home, told: now, last: now)
    }
  }

  /// Looks at the files; the services whose files have changed since they were told of, and have come to rest.
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
