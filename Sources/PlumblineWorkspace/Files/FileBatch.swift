import PlumblineJSONTree

/// A set of files that are written to disk together: either all of them or none.
///
/// Every file is first written under a temporary name. Files of a new folder go into a temporary folder in the same
/// location. This way, a full disk is detected before anything has changed. Only renames remain, one for each new
/// folder and for each file in an existing folder. They are done in the order of the changes, so that the file that
/// makes the others valid comes last.
///
///     Recordings/.plumbline-4711-1.tmp/  →  Recordings/shop/
///     Contracts/.plumbline-4711-2.tmp/   →  Contracts/shop/      a service from here on
///
/// If a batch is interrupted between two renames, it leaves a note, which ``settle(_:on:)`` uses to clean up. New files
/// are removed according to their ``BatchNote``, so that the work can start over. A batch that replaces files is
/// completed according to its ``MergeNote``.
package struct FileBatch: Sendable {
  package enum Change: Sendable, Hashable {
    case write(path: String, bytes: [UInt8])
    /// Removes a file, and its folder if that becomes empty.
    case remove(path: String)
  }

  /// The location of a batch's note, and the folders that may contain its files.
  package struct Place: Sendable, Hashable {
    /// The file name of the note, such as `.plumbline-shop.begun`.
    let note: String
    /// The folders that may contain the note. The first one that exists is used.
    let noteFolders: [String]
    /// The folders that contain the files of the batch.
    let roots: [String]

    /// - Parameters:
    ///   - name: The name of a service or of a command.
    ///   - noteFolders: The absolute paths of the folders that may contain the note.
    ///   - roots: The absolute paths of the folders that contain the files.
    package init(_ name: String, noteFolders: [String], roots: [String]) {
      note = ".plumbline-\(name).begun"
      self.noteFolders = noteFolders
      self.roots = roots
    }

    /// Returns the index of the root that contains or equals a path, and the rest of the path relative to that root.
    func part(of path: String) -> (root: Int, path: String)? {
      for (index, root) in roots.enumerated() {
        for beginning in [root, FileSystem.resolved(root) ?? root] {
          if path.utf8.elementsEqual(beginning.utf8) { return (index, "") }
          if path.utf8.starts(with: "\(beginning)/".utf8) {
            return (index, String(Substring(path.utf8.dropFirst(beginning.utf8.count + 1))))
          }
        }
      }
      return nil
    }

    /// Returns the index of a root below a folder, and the number of levels between them.
    func rootBelow(_ folder: String) -> (root: Int, above: Int)? {
      for (index, root) in roots.enumerated() {
        var (place, above) = (root, 0)
        while place.utf8.count > folder.utf8.count {
          place = Path.parent(place)
          above += 1
        }
        if (1...BatchNote.mostFolders).contains(above), place.utf8.elementsEqual(folder.utf8) { return (index, above) }
      }
      return nil
    }

    var notePath: String? { noteFolders.first { FileSystem.isFolder($0) }.map { "\($0)/\(note)" } }
  }

  private let place: Place
  private let changes: [Change]

  /// - Parameter changes: The changes in order. If a file is written several times, the last write applies.
  package init(_ changes: [Change], at place: Place) {
    var written: Set<[UInt8]> = []
    var kept: [Change] = []
    for change in changes.reversed() {
      if case .write(let path, _) = change, !written.insert(Array(AtomicFile.resolved(path).utf8)).inserted { continue }
      kept.append(change)
    }
    self.changes = kept.reversed()
    self.place = place
  }

  /// Writes and removes the files.
  ///
  /// - Throws: The system's error, along with the path. In that case, no new files remain.
  package func commit(on disk: some BatchDisk = SystemDisk()) throws(FileError) {
    Self.settle(place, on: disk)
    if let error = Self.underWay(place) { throw error }
    var staging = BatchStaging()
    do throws(FileError) {
      for case .write(let path, let bytes) in changes { try staging.add(bytes, for: path, on: disk) }
    } catch {
      staging.clear(on: disk)
      throw error
    }
    staging.flush()
    let steps = staging.steps(of: changes)
    if steps.count < 2 { return try takeAll(steps, staging, nil, on: disk) }
    let undo = isNew(staging) ? BatchNote(staging.files, at: place) : nil
    let text = undo?.text ?? MergeNote(steps, at: place)?.text
    guard let text, let path = place.notePath else { return try takeAll(steps, staging, undo, on: disk) }
    do throws(FileError) {
      try disk.stage(text, at: path, for: path)
    } catch {
      staging.clear(on: disk)
      // A complete note belongs to another process that is still running, so leave it.
      let isWhole = Self.note(at: path).map { _ in true } ?? false
      if !isWhole { try? disk.remove(path) }
      throw error
    }
    do throws(FileError) {
      try takeAll(steps, staging, undo, on: disk, keepsRest: undo == nil)
    } catch {
      if undo != nil { try? disk.remove(path) }
      throw error
    }
    try? disk.remove(path)
  }

  /// Performs the steps. If one fails, new files are removed again. The remaining steps of a merge are kept until it is
  /// settled.
  private func takeAll(
    _ steps: [BatchStaging.Step], _ staging: BatchStaging, _ undo: BatchNote?, on disk: some BatchDisk,
    keepsRest: Bool = false
  ) throws(FileError) {
    do throws(FileError) {
      for step in steps { try Self.take(step, on: disk) }
    } catch {
      undo?.undo(on: disk)
      if !keepsRest { staging.clear(on: disk) }
      throw error
    }
  }

  /// Finishes an interrupted batch, unless its process is still running. New files are removed, so that the work can
  /// start over, and a merge is completed. Files that have changed in the meantime are left alone.
  package static func settle(_ place: Place, on disk: some BatchDisk = SystemDisk()) {
    for path in notes(of: place) {
      if let note = note(at: path) {
        if BatchNote.otherProcess(of: note, at: path) != nil { continue }
        if let new = BatchNote(note, roots: place.roots) {
          if !new.isComplete { new.undo(on: disk) }
        } else if let merge = MergeNote(note, roots: place.roots) {
          do throws(FileError) { try merge.goOn(on: disk) } catch { continue }
        }
      }
      // An incomplete note belongs to a batch that didn't get as far as renaming anything.
      try? disk.remove(path)
    }
  }

  /// Returns a Boolean value that indicates whether there is an interrupted batch that ``settle(_:on:)`` would finish.
  package static func isCutOff(_ place: Place) -> Bool {
    notes(of: place).contains { path in
      guard let note = note(at: path), BatchNote.otherProcess(of: note, at: path) == nil else { return false }
      if let new = BatchNote(note, roots: place.roots) { return !new.isComplete }
      return MergeNote(note, roots: place.roots) != nil
    }
  }

  /// Returns an error if another process is writing a batch at this location, or `nil` if none is.
  package static func underWay(_ place: Place) -> FileError? {
    for path in notes(of: place) {
      guard let note = note(at: path), let process = BatchNote.otherProcess(of: note, at: path) else { continue }
      let minutes = TemporaryPath.oldAge / 60
      return FileError(
        path: path, action: .write,
        reason:
          "Process \(process) is writing the files that it lists. Try again once that process has ended; if it is "
          + "not plumbline, remove the file, which is ignored once it is \(minutes) minutes old")
    }
    return nil
  }

  /// Returns a note, or `nil` if it is incomplete.
  private static func note(at path: String) -> JSON? {
    (try? FileSystem.read(path)).flatMap { try? JSON.parse($0) }
  }

  private static func notes(of place: Place) -> [String] {
    place.noteFolders.map { "\($0)/\(place.note)" }.filter { FileSystem.isFile($0) }
  }

  /// Returns a Boolean value that indicates whether the batch only adds files.
  private func isNew(_ staging: BatchStaging) -> Bool {
    let removes = changes.contains { if case .remove = $0 { true } else { false } }
    return !removes && !staging.files.contains(where: \.isReplacement)
  }

  private static func take(_ step: BatchStaging.Step, on disk: some BatchDisk) throws(FileError) {
    switch step {
    case .move(let path, let target): try disk.move(path, to: target)
    case .remove(let path):
      try disk.remove(path)
      disk.removeEmptyFolder(Path.parent(path))
    }
  }
}
