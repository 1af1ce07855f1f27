import PlumblineWorkspace

#if canImport(Darwin)
  import Darwin
#endif

/// The source of a new package's dependency on Plumbline.
enum ToolkitPlace: Sendable {
  case folder(String)
  case repository(String)

  /// Parses a URL, or the path of an existing folder.
  init(_ text: String) throws(UsageError) {
    if text.contains("://") || text.hasPrefix("git@") {
      self = .repository(text)
      return
    }
    guard Self.isToolkit(Path.absolute(text, in: WorkingFolder.path)) else {
      throw UsageError(
        "--plumbline: \(text) isn't Plumbline's folder: it has no Package.swift of the package plumbline.")
    }
    self = .folder(text)
  }

  /// The folder of sources that this program was built from, or `nil` if the program isn't located in it.
  static var own: ToolkitPlace? {
    guard var folder = executable.map(Path.parent) else { return nil }
    while !folder.isEmpty, folder != "/" {
      if isToolkit(folder) { return .folder(folder) }
      folder = Path.parent(folder)
    }
    return nil
  }

  private static func isToolkit(_ folder: String) -> Bool {
    guard let bytes = try? FileSystem.read("\(folder)/Package.swift") else { return false }
    return String(decoding: bytes, as: UTF8.self).contains("name: \"plumbline\",\n")
  }

  private static var executable: String? {
    // This branch for Apple platforms is type-checked but never run by the project.
    #if canImport(Darwin)
      var size: UInt32 = 4096
      var path = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return FileSystem.resolved("/proc/self/exe")
    #endif
  }

  /// The dependency in a manifest. A folder's path is absolute, because the package may be moved.
  var dependency: String {
    switch self {
    case .folder(let path):
      ".package(name: \"plumbline\", path: \(StarterText.literal(Path.absolute(path, in: WorkingFolder.path))))"
    case .repository(let url): ".package(url: \(StarterText.literal(url)), branch: \"main\")"
    }
  }

  /// The name of the package that products refer to.
  var package: String {
    switch self {
    case .folder: return "plumbline"
    case .repository(let url):
      let name = url.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? "plumbline"
      return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
    }
  }
}
