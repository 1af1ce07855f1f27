import PlumblineContractModel
import PlumblineWorkspace

/// A watcher that reloads edited contracts and recordings into the running services.
package struct Reloading: Sendable {
  private let workspace: Workspace
  private let hideCredentials: @Sendable (Contract) -> Void
  private var watch: ServiceWatch
  private var services: [ServedService] = []

  /// Starts watching. Call this before reading the services, so that no edit is missed.
  ///
  /// - Parameter hideCredentials: A closure that keeps a contract's credentials out of all output. The credentials of
  ///   an edited contract are hidden before a request with them can arrive and before the edit is reported.
  package init(
    _ workspace: Workspace, services: [ServiceHome], hideCredentials: @escaping @Sendable (Contract) -> Void = { _ in }
  ) {
    self.workspace = workspace
    self.hideCredentials = hideCredentials
    watch = ServiceWatch(services)
  }

  /// Sets the services that receive the edits.
  package mutating func bring(to services: [ServedService]) {
    self.services = services
  }

  /// Checks for edits once, and returns lines about them for the console.
  package mutating func step() -> [String] {
    watch.scan().flatMap { home -> [String] in
      let edited = workspace.load(home, isLinting: false)
      if let contract = edited.contract { hideCredentials(contract) }
      return services.first { $0.name == home.name }?.take(edited) ?? []
    }
  }

  /// Checks for edits repeatedly until the task is canceled.
  mutating func run(_ show: (String) -> Void) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: ServiceWatch.interval)
      for line in step() { show(line) }
    }
  }
}
