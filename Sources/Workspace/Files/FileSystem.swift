import Foundation

/// What the workspace asks of the disk. Symbolic links are followed.
enum FileSystem {
  enum Kind {
    case file
    case folder
    /// A pipe, a device, a socket.
    case other
  }

  /// What stands at a path.
  ///
  /// - Throws: Where nothing does, or a link leads nowhere.
  static func kind(_ path: String) throws(FileError) -> Kind {
    var info = stat()
    guard stat(path, &info) == 0 else { throw FileError(path: path, action: .read) }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  static func isFolder(_ path: String) -> Bool { (try? kind(path)) == .folder }

  static func isFile(_ path: String) -> Bool { (try? kind(path)) == .file }

  /// The names in a folder, sorted by their UTF-8 bytes, without the hidden ones.
  static func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw FileError(path: folder, action: .read) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes of a regular file; a pipe or a device, which might never end, is refused.
  static func read(_ path: String) throws(FileError) -> [UInt8] {
    guard try kind(path) == .file else { throw FileError(path: path, action: .read, reason: "It is no regular file") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, action: .read) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = readSome(descriptor, into: &buffer)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += buffer[..<count]
      } else if errno != EINTR {
        throw FileError(path: path, action: .read)
      }
    }
  }

  /// Makes a folder and those above it that don't exist yet.
  static func makeFolder(_ path: String) throws(FileError) {
    if path.isEmpty || isFolder(path) { return }
    try makeFolder(Path.parent(path))
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw FileError(path: path, action: .make) }
    if !isFolder(path) { throw FileError(path: path, action: .make, reason: "A file of that name is in the way") }
  }
}

/// `read(2)`, which the method of the same name hides.
private func readSome(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
