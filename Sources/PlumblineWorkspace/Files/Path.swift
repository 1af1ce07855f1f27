/// Functions on paths as text, without access to the disk.
package enum Path {
  /// Returns a path made absolute, without `.`, `..` and doubled slashes.
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

  /// Returns the display form of an absolute path, which is relative if the path is below a folder.
  package static func shown(_ path: String, from folder: String) -> String {
    if path == folder { return "." }
    let beginning = folder == "/" ? folder : folder + "/"
    return path.utf8.starts(with: beginning.utf8) ? String(Substring(path.utf8.dropFirst(beginning.utf8.count))) : path
  }

  /// Returns the display form of a path for people, and for files that are shared. Places near the folder are relative
  /// to it, such as `../api/shop.yaml`, because the absolute path differs in other checkouts.
  package static func told(_ path: String, from folder: String) -> String {
    let shown = shown(path, from: folder)
    guard shown.hasPrefix("/") else { return shown }
    var (around, up) = (folder, "")
    for _ in 0..<2 {
      around = parent(around)
      up += "../"
      // Paths that share only a system folder, such as `/tmp`, aren't considered near.
      let isNear = around.split(separator: "/").count > 1 || around.utf8.count > 1 && around == parent(path)
      if isNear, path.hasPrefix(around + "/") { return up + path.dropFirst(around.count + 1) }
    }
    return shown
  }

  /// Returns the path of the folder that contains the file, which is empty for a bare name.
  package static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? (path == "/" ? "" : "/") : String(path[..<slash])
  }

  /// Returns the part after the last slash.
  static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns the name without `.json`, or `nil` for other names.
  static func jsonName(_ name: String) -> String? {
    name.hasSuffix(".json") && name.utf8.count > 5 ? String(Substring(name.utf8.dropLast(5))) : nil
  }

  /// Returns the name without its last extension.
  static func stem(_ path: String) -> String {
    let name = name(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Returns a Boolean value that indicates whether a name is that of a JSON or YAML file.
  static func isDocument(_ name: String) -> Bool {
    let small = name.lowercased()
    return [".json", ".yaml", ".yml"].contains { small.hasSuffix($0) && small.utf8.count > $0.utf8.count }
  }
}
