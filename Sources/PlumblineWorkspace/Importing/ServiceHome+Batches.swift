extension ServiceHome {
  /// The place of the note for a batch of the service's files, and their folders, or `nil` for a document's service.
  var batches: FileBatch.Place? {
    guard case .folder(let folder) = source else { return nil }
    let contracts = Path.parent(folder)
    return FileBatch.Place(name, noteFolders: [contracts, Path.parent(contracts)], roots: [folder, recordings])
  }

  /// Removes the partial result of an interrupted import, so that it can start over.
  package func settle() {
    if let batches { FileBatch.settle(batches) }
  }

  /// A Boolean value that indicates whether an import into the service was interrupted.
  var isCutOff: Bool { batches.map { FileBatch.isCutOff($0) } ?? false }

  /// The error of a batch that another process has started.
  var underWay: FileError? { batches.flatMap { FileBatch.underWay($0) } }
}
