extension ServiceHome {
  /// The place of the note for a batch of the service's files, and their folders; `nil` for a document's service.
  var batches: FileBatch.Place? {
    guard case .folder(let folder) = source else { return nil }
    let contracts = Path.parent(folder)
    return FileBatch.Place(name, noteFolders: [contracts, Path.parent(contracts)], roots: [folder, recordings])
  }

  /// Takes away the half of an import that was cut off, so that it can be begun anew.
  package func settle() {
    if let batches { FileBatch.settle(batches) }
  }

  /// A Boolean value that indicates whether an import into it was cut off.
  var isCutOff: Bool { batches.map { FileBatch.isCutOff($0) } ?? false }

  /// The error of a batch that another process has begun.
  var underWay: FileError? { batches.flatMap { FileBatch.underWay($0) } }
}
