import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The reason why an import can't be written.
package struct ImportRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sentences of the reason, one per line.
  package let lines: [String]

  package var description: String { lines.joined(separator: "\n") }

  init(description: String) { lines = [description] }

  init(lines: [String]) { self.lines = lines }
}

extension ImportedService {
  /// Returns a plan for writing the service's files from its document. Manual changes are kept.
  ///
  /// - Throws: ``ImportRefusal`` if the service has files that weren't created by an import, or if its files have
  ///   errors before or after the import.
  package func plan(in workspace: Workspace, _ decision: MergeDecision = .show) throws(ImportRefusal) -> ImportPlan {
    guard case .folder(let folder) = home.source else {
      throw ImportRefusal(description: "A service that is a document can't be the target of an import.")
    }
    let path = "\(folder)/\(ImportRecord.name)"
    if let error = home.underWay {
      let shown = FileError(path: workspace.shown(error.path), action: error.action, reason: error.reason)
      throw ImportRefusal(description: shown.description)
    }
    if home.isCutOff {
      throw ImportRefusal(
        description: "\(workspace.shown(folder)) is left over from an interrupted import; nothing was written. Without "
          + "--dry-run the import starts over.")
    }
    guard FileSystem.isFile(path) else {
      for taken in [folder, home.recordings] where Self.holdsAnything(taken) {
        throw ImportRefusal(
          description: "\(workspace.shown(taken)) already has files that no import created; nothing was "
            + "written. Name another service, or move that folder away.")
      }
      return try plan(after: ImportBase(), onto: .init(), in: workspace, decision)
    }
    let last = try record(at: path, in: workspace)
    guard last.format == format else {
      throw ImportRefusal(
        description: "\(workspace.shown(folder)) was imported with: import \(last.format.rawValue) \(last.from). "
          + "An import from \(format.rawValue) would replace all of it; name another service.")
    }
    let present = PresentFiles(home, in: workspace)
    guard present.errors.isEmpty else {
      throw ImportRefusal(
        lines: present.errors.map(\.description)
          + ["\(workspace.shown(folder)) has errors, so nothing was merged into it; fix them first."])
    }
    return try plan(after: last.base, onto: present, in: workspace, decision)
  }

  private func record(at path: String, in workspace: Workspace) throws(ImportRefusal) -> ImportRecord {
    do {
      return try ImportRecord(try FileSystem.read(path), path: workspace.shown(path))
    } catch let problem as Problem {
      throw ImportRefusal(description: problem.description)
    } catch {
      throw ImportRefusal(description: "\(workspace.shown(path)) can't be read: \(error)")
    }
  }

  private func plan(
    after last: ImportBase, onto present: PresentFiles, in workspace: Workspace, _ decision: MergeDecision
  ) throws(ImportRefusal) -> ImportPlan {
    var incoming = ServiceUnits(files, recordings: [])
    for recording in recordings {
      guard let root = try? JSON.parse(RecordingWriter.text(of: recording, schema: nil)) else { continue }
      incoming.add(root, recording.endpoint, recording.name, at: recording.location)
    }
    func merged(keepsDropped: Bool) -> (plan: ImportPlan, errors: [Problem]) {
      let merge = ServiceMerge(
        last, present.units, incoming, document: SourceLocation(file: document, line: 1, column: 1), decision,
        keepsDropped: keepsDropped)
      let record = ImportRecord(format, from: document, base: merge.base)
      let plan = ImportPlan(merge, present, record, home: home, in: workspace)
      // The files of a new service have already been loaded for this import, so don't load them again.
      let isLoaded = contract != nil && present.contract.isEmpty && merge.units.hasSameContract(as: incoming)
      return (plan, isLoaded ? [] : plan.errors(beside: present))
    }
    let first = merged(keepsDropped: false)
    if first.errors.isEmpty { return first.plan }
    // Manual additions may use parts that the document no longer has, so try to keep those parts.
    let second = merged(keepsDropped: true)
    if second.errors.isEmpty { return second.plan }
    throw ImportRefusal(
      lines: first.errors.map(\.description)
        + ["Importing the current document would leave errors in these files, so nothing was written."])
  }

  private static func holdsAnything(_ folder: String) -> Bool {
    if FileSystem.isFile(folder) { return true }
    return !((try? FileSystem.names(in: folder)) ?? []).isEmpty
  }
}
