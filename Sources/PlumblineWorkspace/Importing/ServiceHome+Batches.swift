extension ServiceHome {
  /// The location of the note for a batch, and the folders of the service's files, or `nil` if the service is described
  /// by a document.
  var batches: FileBatch.Place? {
    guard case .folder(let folder) = source else { return nil }
    let contracts = Path.parent(folder)
    return FileBatch.Place(name, noteFolders: [contracts, Path.parent(contracts)], roots: [folder, recordings])
  }

  /// Cleans up after an interrupted import, so that it can start over.
  package func settle() {
    if let batches { FileBatch.settle(batches) }
  }

  /// A Boolean value that indicates whether an import into the service was interrupted.
  var isCutOff: Bool { batches.map { FileBatch.isCutOff($0) } ?? false }

  /// The error if another process has started a batch, or `nil` if none has.
  var underWay: FileError? { batches.flatMap { FileBatch.underWay($0) } }
}
