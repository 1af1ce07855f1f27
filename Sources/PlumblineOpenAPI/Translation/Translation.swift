import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The result of translating a description: a contract's files, and all problems and notes.
package struct Translation {
  /// The contract's files; empty if the document is refused.
  package let files: [ContractLoader.File]
  /// The description's examples, for recordings.
  package let examples: [DocumentExample]
  /// The recordings in a document that was exported from a contract.
  package var recordings: [RecordingLoader.File] = []
  /// A Boolean value that indicates whether the document was exported from a contract, and so has everything that a contract
  /// has.
  package var isExported = false
  /// The problems of the document, sorted by place. The contract can't be made unless all of them are servable.
  package let errors: [Problem]
  /// The parts that a contract doesn't hold, sorted by place.
  package let notes: [Problem]

  /// Creates the translation of a document that can't be read.
  package init(refused errors: [Problem]) {
    self.init(files: [], examples: [], errors: errors, notes: [])
  }

  init(
    files: [ContractLoader.File], examples: [DocumentExample], recordings: [RecordingLoader.File] = [],
    isExported: Bool = false, errors: [Problem], notes: [Problem]
  ) {
    self.files = files
    self.examples = examples
    self.recordings = recordings
    self.isExported = isExported
    self.errors = errors
    self.notes = notes
  }

  /// Returns the same after something was left out of the document.
  package func omitting(_ omissions: [Problem]) -> Translation {
    Translation(
      files: files, examples: examples, recordings: recordings, isExported: isExported,
      errors: (errors + omissions).sorted(), notes: notes)
  }

  /// Returns the same without tolerance: a document with any mistake is refused, whatever could be left out.
  ///
  /// - Parameter others: mistakes of files that references lead to.
  package func strict(_ others: [Problem]) -> Translation {
    let all = (errors + others).sorted()
    guard !all.isEmpty else { return self }
    return Translation(files: [], examples: [], isExported: isExported, errors: all.map(\.refusing), notes: notes)
  }

  /// Returns the same with further mistakes, those of files that references lead to.
  package func adding(_ errors: [Problem]) -> Translation {
    let all = (self.errors + errors).sorted()
    return Translation(
      files: all.allSatisfy(\.isServable) ? files : [], examples: examples, recordings: recordings,
      isExported: isExported, errors: all, notes: notes)
  }
}

extension Problem {
  /// The same problem, with which a mock can't be served.
  fileprivate var refusing: Problem {
    var refusing = Problem(location, message, level: level)
    refusing.subject = subject
    refusing.isUnread = isUnread
    return refusing
  }
}

/// An example of a whole response.
package struct DocumentExample {
  /// The endpoint's id.
  package let endpoint: String
  /// The example's name, or `example`.
  package let name: String
  package let status: Int
  package let mediaType: String
  package let value: JSON
}

/// Makes a contract from a description.
package struct OpenAPITranslator {
  /// The layout of the contract's files.
  package enum Layout: Sendable {
    /// All of it in one file, for contracts that are only read.
    case single
    /// The shared parts in `contract.json`, and a file for each tag or first part of a path.
    case byResource
  }

  /// The service's name: its folder, and its name in reports.
  package let service: String
  /// The path by which the document is shown.
  package let path: String
  package let layout: Layout

  package init(service: String, path: String, layout: Layout = .single) {
    self.service = service
    self.path = path
    self.layout = layout
  }

  /// Makes the contract's files.
  package func translate(_ written: DocumentSet) -> Translation {
    let log = NoteLog()
    let repeats = RepeatedKeys(log: log)
    let unique = written.mapping { repeats.removed(from: $1) }
    let isSwagger = unique.main.root["swagger"] != nil
    let documents = SwaggerDocument.converted(MapReferences.expanded(unique, log: log), log: log)
    log.documents = documents
    do throws(OpenAPIRefusal) {
      let version = try OpenAPIVersion(of: documents.main.root)
      if ExportedDocument.isOne(documents.main.root) { return translateExported(documents, version, log) }
      let writer = ContractWriter(translator: self, documents: documents, version: version, log: log)
      let files = writer.files()
      // Last, as it doesn't repeat reports of the translation.
      DocumentCheck(version: version, documents: documents, log: log).check()
      let problems = isSwagger ? log.problems.map(SwaggerWords.problem) : log.problems
      let errors = problems.filter { $0.level == .error }
      return Translation(
        files: errors.allSatisfy(\.isServable) ? files : [], examples: writer.examples, errors: errors.sorted(),
        notes: problems.filter { $0.level == .warning }.sorted())
    } catch {
      return Translation(
        files: [], examples: [], errors: [Problem(error.place.location, error.message)], notes: [])
    }
  }

  /// Reads an exported document as the original contract.
  private func translateExported(_ documents: DocumentSet, _ version: OpenAPIVersion, _ log: NoteLog) -> Translation {
    let exported = ExportedDocument(documents.main.root, service: service, path: path)
    DocumentCheck(version: version, documents: documents, log: log).check()
    let errors = log.problems.filter { $0.level == .error }
    let isUsable = errors.allSatisfy(\.isServable)
    return Translation(
      files: isUsable ? exported.files() : [], examples: [], recordings: isUsable ? exported.recordings() : [],
      isExported: true, errors: errors.sorted(), notes: log.problems.filter { $0.level == .warning }.sorted())
  }
}
