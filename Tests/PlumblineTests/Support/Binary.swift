import Foundation

/// The built `plumbline` executable, which is next to the test bundle.
enum Binary {
  /// An error that reports an executable that a test couldn't find.
  struct Missing: Error, CustomStringConvertible {
    let folders: [String]

    var description: String { "There is no plumbline in \(folders.joined(separator: ", "))." }
  }

  static let url = Result { try find() }

  private static func find() throws -> URL {
    // On Linux, the test bundle is the running executable. On macOS, one of Xcode's tools loads and runs the bundle.
    var folders = [Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
    let bundles =
      Bundle.allBundles.map(\.bundleURL)
      + CommandLine.arguments.map { URL(fileURLWithPath: $0) }
    for var url in bundles {
      while url.pathComponents.count > 1 {
        if url.pathExtension == "xctest" { folders.append(url.deletingLastPathComponent()) }
        url = url.deletingLastPathComponent()
      }
    }
    for folder in folders {
      let candidate = folder.appendingPathComponent("plumbline")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue,
        FileManager.default.isExecutableFile(atPath: candidate.path)
      {
        return candidate
      }
    }
    throw Missing(folders: folders.map(\.path))
  }
}
