/// The program that runs.
enum Executable {
  /// What it is called: `plumbline`, or as a package of somebody else's calls its own.
  static let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "plumbline"
}
