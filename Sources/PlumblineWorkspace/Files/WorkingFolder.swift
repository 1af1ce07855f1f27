#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder that relative paths start from.
///
/// A process has one working folder for all its threads. Commands that run concurrently in one process, as in tests,
/// each have their own folder, which belongs to the task. All system calls use paths from ``located(_:)``, so that
/// messages can show paths as typed.
///
///     try await WorkingFolder.run(in: "/tmp/shop") { try FileSystem.read("openapi.yaml") }  // reads /tmp/shop/openapi.yaml
package enum WorkingFolder {
  /// The folder of the current task, or `nil` to use that of the process.
  @TaskLocal private static var own: String?

  /// The folder's absolute path, or the root if the folder no longer exists.
  package static var path: String { own ?? process }

  /// Runs a closure in a folder.
  ///
  /// - Parameter folder: The folder's absolute path. Threads and detached tasks that the closure starts don't inherit
  ///   the folder. Use ``Inherited`` to pass it on.
  package static func run<Result>(
    in folder: String, _ work: () async throws -> Result
  ) async rethrows -> Result {
    try await $own.withValue(folder, operation: work)
  }

  /// The working folder of a task, for continuing its work on a different thread.
  package struct Inherited: Sendable {
    private let folder = WorkingFolder.own

    package init() {}

    package func run<Result>(_ work: () throws -> Result) rethrows -> Result {
      try $own.withValue(folder, operation: work)
    }
  }

  /// Returns the path to use in system calls for a path that the user typed.
  static func located(_ path: String) -> String {
    guard let own, !path.isEmpty, !path.hasPrefix("/") else { return path }
    return own + "/" + path
  }

  /// The process's folder, by the name that the shell uses. On Apple platforms, the system returns the name with links
  /// resolved, such as `/private/tmp` for `/tmp`.
  private static var process: String {
    if let name = getenv("PWD").map({ String(cString: $0) }), name.hasPrefix("/"), isSame(name, ".") { return name }
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    var (left, right) = (stat(), stat())
    return stat(one, &left) == 0 && stat(other, &right) == 0 && left.st_ino == right.st_ino
      && left.st_dev == right.st_dev
  }
}
