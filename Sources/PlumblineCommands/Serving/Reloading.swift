import PlumblineContractModel
import PlumblineMockEngine
import PlumblineWorkspace

/// Brings edits of contracts and recordings to the services that are served.
package struct Reloading: Sendable {
  private let workspace: Workspace
  private let hideCredentials: @Sendable (Contract) -> Void
  private var watch: ServiceWatch
  private var services: [ServedService] = []

  /// Begins to watch; before the services are read, so that no edit is missed.
  ///
  /// - Parameter hideCredentials: keeps a contract's credentials out of what is shown. An edited contract may name further
  ///   ones: they are hidden before a request can come that has them, and before a line tells of the edit.
  package init(
    _ workspace: Workspace, services: [ServiceHome], hideCredentials: @escaping @Sendable (Contract) -> Void = { _ in }
  ) {
    self.workspace = workspace
    self.hideCredentials = hideCredentials
    watch = ServiceWatch(services)
  }

  /// Says who takes the edits.
  package mutating func bring(to services: [ServedService]) {
    self.services = services
  }

  /// Looks once; what happened, as lines for the console.
  package mutating func step() -> [String] {
    watch.scan().flatMap { home -> [String] in
      let edited = workspace.load(home, isLinting: false)
      if let contract = edited.contract { hideCredentials(contract) }
      return services.first { $0.name == home.name }?.take(edited) ?? []
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
