import Foundation

/// The program that runs.
enum Executable {
  /// What it is called: `plumbline`, or as a package of somebody else's calls its own.
  static let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "plumbline"
  /// Where its file is, whatever folder it was started from; `nil` where the system doesn't say.
  static let path = Bundle.main.executablePath
}
