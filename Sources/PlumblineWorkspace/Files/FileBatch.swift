import PlumblineJSONTree

/// Files that are written to disk together, either all or none.
///
/// Every file is first written under a temporary name. Those of a new folder go into a temporary folder next to it. A
/// full disk is therefore detected before anything has changed. Only renames remain, one for each new folder and for
/// each file of an existing folder, in the order of the changes, so the file that makes the others valid is last.
///
///     Recordings/.plumbline-4711-1.tmp/  →  Recordings/shop/
///     Contracts/.plumbline-4711-2.tmp/   →  Contracts/shop/      a service from here on
///
/// A batch that is interrupted between two renames leaves a note, and ``settle(_:on:)`` finishes it. New files are
/// removed by their ``BatchNote``, so that the work can start over, and a batch that replaces files is completed by a
/// ``MergeNote``.
package struct FileBatch: Sendable {
  package enum Change: Sendable, Hashable {
    case write(path: String, bytes: [UInt8])
    /// Removes a file, and its folder if it was the last file in it.
    case remove(path: String)
  }

  /// The place of a batch's note, and the folders that may contain its files.
  package struct Place: Sendable, Hashable {
    /// The note's name, such as `.plumbline-shop.begun`.
    let note: String
    /// The folders for the note, of which the first existing one is used.
    let noteFolders: [String]
    /// The folders that contain the files of the batch.
    let roots: [String]

    /// - Parameters:
    ///   - name: The name of a service or of a command.
    ///   - noteFolders: The folders for the note, which are absolute.
    ///   - roots: The folders that contain the files, which are absolute.
    package init(_ name: String, noteFolders: [String], roots: [String]) {
      note = ".plumbline-\(name).begun"
      self.noteFolders = noteFolders
      self.roots = roots
    }

    /// Returns the index of the root that contains or equals a path, and the rest of the path.
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

    /// Returns the index of a root below a folder, and the number of folders from that root up to it.
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

  /// - Parameter changes: The changes in order. If a file is written several times, the last one counts.
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
  /// - Throws: The system's error, with the path. In that case, no new file exists.
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
      // A complete note belongs to another process, which is still running.
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

  /// Performs the steps. If one fails, new files are removed again. The rest of a merge is kept until it is settled.
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
  /// start over, and a merge is completed. Files changed in the meantime are left unchanged.
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
      // An incomplete note belongs to a batch that hadn't renamed anything.
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

  /// Returns the error that another process is writing a batch at this place, or `nil` if none is.
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

  /// Returns a note if it is complete.
  private static func note(at path: String) -> JSON? {
    (try? FileSystem.read(path)).flatMap { try? JSON.parse($0) }
  }

  private static func notes(of place: Place) -> [String] {
    place.noteFolders.map { "\($0)/\(place.note)" }.filter { FileSystem.isFile($0) }
  }

  /// Returns a Boolean value that indicates whether the batch replaces and removes nothing.
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
