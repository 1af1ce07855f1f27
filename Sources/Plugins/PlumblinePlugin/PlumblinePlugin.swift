import Foundation
import PackagePlugin

/// `swift package plumbline verify`: builds the package's Plumbline tool and runs it in the plugin's place.
///
/// The tool replaces the plugin in its process, so that nothing stands between it and SwiftPM: its output arrives
/// unchanged, SwiftPM can end it directly, and the exit status that SwiftPM sees is the tool's. SwiftPM turns every
/// nonzero status into 1 and prints the original one.
@main
struct PlumblinePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try Self.tool(of: context.package)
    let build = try packageManager.build(.product(tool), parameters: .init(configuration: .inherit))
    guard build.succeeded else { throw Refusal("\(tool) failed to build.\n\(build.logText)") }
    guard let executable = build.builtArtifacts.first(where: { $0.kind == .executable })?.url else {
      throw Refusal("SwiftPM built \(tool) but didn't say where it is.")
    }
    try Self.become(executable.path, arguments, in: context.package.directoryURL.path)
  }

  /// Returns the package's executable that links PlumblineCommands and adds the package's own suites, or Plumbline's
  /// tool if there is none.
  private static func tool(of package: Package) throws -> String {
    let own = package.products(ofType: ExecutableProduct.self).filter { product in
      product.mainTarget.recursiveTargetDependencies.contains { $0.name == "PlumblineCommands" }
    }.map(\.name).sorted()
    guard own.count < 2 else {
      throw Refusal(
        "\(package.displayName) has \(own.count) Plumbline tools: \(own.joined(separator: ", ")). "
          + "Run one of them by name: swift run \(own[0]) verify")
    }
    return own.first ?? "plumbline"
  }

  /// Replaces this process with the tool. Returns only if the tool can't be run.
  private static func become(_ executable: String, _ arguments: [String], in folder: String) throws {
    guard chdir(folder) == 0 else { throw Refusal("\(folder) can't be entered: \(reason()).") }
    // Standard input is closed, and its descriptor number may now belong to the pipe between the plugin and SwiftPM.
    let nothing = open("/dev/null", O_RDONLY)
    guard nothing >= 0, dup2(nothing, STDIN_FILENO) >= 0 else {
      throw Refusal("/dev/null can't be opened: \(reason()).")
    }
    for descriptor in STDERR_FILENO + 1..<256 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var words = ([executable] + arguments).map { strdup($0) } + [nil]
    execv(executable, &words)
    throw Refusal("\(executable) can't be run: \(reason()).")
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}

/// The reason the tool can't be run.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
