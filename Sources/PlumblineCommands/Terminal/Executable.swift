import Foundation

/// The running program.
enum Executable {
  /// The name of the program: `plumbline`, or another package's name for its own tool.
  static let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "plumbline"
  /// The path of the executable, regardless of the working folder; `nil` if the system doesn't report it.
  static let path = Bundle.main.executablePath
}
