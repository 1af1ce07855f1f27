import Foundation

/// A namespace for properties of the running program.
enum Executable {
  /// The name of the program: `plumbline`, or the name of a package's own tool.
  static let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "plumbline"
  /// The path of the executable, independent of the working folder, or `nil` if the system doesn't report it.
  static let path = Bundle.main.executablePath
}
