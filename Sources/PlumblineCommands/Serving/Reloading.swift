import PlumblineMockEngine
import PlumblineWorkspace

/// Brings edits of contracts and recordings to the services that are served.
package struct Reloading: Sendable {
  private let workspace: Workspace
  private var watch: ServiceWatch
  private var services: [ServedService] = []

  /// Begins to watch; before the services are read, so that no edit is missed.
  package init(_ workspace: Workspace, services: [ServiceHome]) {
    self.workspace = workspace
    watch = ServiceWatch(services)
  }

  /// Says who takes the edits.
  package mutating func bring(to services: [ServedService]) {
    self.services = services
  }

  /// Looks once; what happened, as lines for the console.
  package mutating func step() -> [String] {
    watch.scan().flatMap { home in
      services.first { $0.name == home.name }?.take(workspace.load(home, isLinting: false)) ?? []
    }
  }

  /// Looks again and again until the task is cancelled.
  mutating func run(_ show: (String) -> Void) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: ServiceWatch.interval)
      for line in step() { show(line) }
    }
  }
}
