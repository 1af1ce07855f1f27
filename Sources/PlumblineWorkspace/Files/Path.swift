/// A namespace for operations on paths as text. They don't access the disk.
package enum Path {
  /// Returns an absolute path without `.`, `..`, and duplicate slashes.
  package static func absolute(_ path: String, in folder: String) -> String {
    let whole = path.hasPrefix("/") ? path : folder + "/" + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns an absolute path in the form in which it is displayed. It is relative if it is below a folder.
  package static func shown(_ path: String, from folder: String) -> String {
    if path == folder { return "." }
    let beginning = folder == "/" ? folder : folder + "/"
    return path.utf8.starts(with: beginning.utf8) ? String(Substring(path.utf8.dropFirst(beginning.utf8.count))) : path
  }

  /// Returns a path in the form in which it is shown to people and written to shared files. Paths near a folder are
  /// relative to it, such as `../api/shop.yaml`, because absolute paths differ between checkouts.
  package static func told(_ path: String, from folder: String) -> String {
    let shown = shown(path, from: folder)
    guard shown.hasPrefix("/") else { return shown }
    var (around, up) = (folder, "")
    for _ in 0..<2 {
      around = parent(around)
      up += "../"
      // Don't consider paths near if they have only a system folder in common, such as `/tmp`.
      let isNear = around.split(separator: "/").count > 1 || around.utf8.count > 1 && around == parent(path)
      if isNear, path.hasPrefix(around + "/") { return up + path.dropFirst(around.count + 1) }
    }
    return shown
  }

  /// Returns the path of the folder that contains a file. For a bare name, it is empty.
  package static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? (path == "/" ? "" : "/") : String(path[..<slash])
  }

  /// Returns the last component of a path.
  static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns a name without `.json`, or `nil` if it has a different extension.
  static func jsonName(_ name: String) -> String? {
    name.hasSuffix(".json") && name.utf8.count > 5 ? String(Substring(name.utf8.dropLast(5))) : nil
  }

  /// Returns the last component of a path without its extension.
  static func stem(_ path: String) -> String {
    let name = name(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Returns a Boolean value that indicates whether a file name has the extension of JSON or YAML.
  static func isDocument(_ name: String) -> Bool {
    let small = name.lowercased()
    return [".json", ".yaml", ".yml"].contains { small.hasSuffix($0) && small.utf8.count > $0.utf8.count }
  }
}
