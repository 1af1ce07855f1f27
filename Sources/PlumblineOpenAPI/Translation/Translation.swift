import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The result of translating a description: a contract's files, and all problems and notes.
package struct Translation {
  /// The contract's files. The array is empty if the document is unusable.
  package let files: [ContractLoader.File]
  /// The description's examples, for recordings.
  package let examples: [DocumentExample]
  /// The recordings in a document that was exported from a contract.
  package var recordings: [RecordingLoader.File] = []
  /// A Boolean value that indicates whether the document was exported from a contract and therefore contains everything
  /// that the contract does.
  package var isExported = false
  /// The problems of the document, sorted by location. The contract can be created only if none of them prevents a mock
  /// from being served.
  package let errors: [Problem]
  /// Notes on the parts that a contract can't represent, sorted by location.
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

  /// Returns the translation with additional problems for the parts that were left out of the document.
  package func omitting(_ omissions: [Problem]) -> Translation {
    Translation(
      files: files, examples: examples, recordings: recordings, isExported: isExported,
      errors: (errors + omissions).sorted(), notes: notes)
  }

  /// Returns the strict translation, which rejects a document with any mistake, even if the part could be left out.
  ///
  /// - Parameter others: The mistakes in referenced files.
  package func strict(_ others: [Problem]) -> Translation {
    let all = (errors + others).sorted()
    guard !all.isEmpty else { return self }
    return Translation(files: [], examples: [], isExported: isExported, errors: all.map(\.refusing), notes: notes)
  }

  /// Returns the translation with additional mistakes from referenced files.
  package func adding(_ errors: [Problem]) -> Translation {
    let all = (self.errors + errors).sorted()
    return Translation(
      files: all.allSatisfy(\.isServable) ? files : [], examples: examples, recordings: recordings,
      isExported: isExported, errors: all, notes: notes)
  }
}

extension Problem {
  /// The same problem, changed to prevent a mock from being served.
  fileprivate var refusing: Problem {
    var refusing = Problem(location, message, level: level)
    refusing.subject = subject
    refusing.isUnread = isUnread
    return refusing
  }
}

/// An example of a whole response.
package struct DocumentExample {
  /// The endpoint's ID.
  package let endpoint: String
  /// The example's name, or `example`.
  package let name: String
  package let status: Int
  package let mediaType: String
  package let value: JSON
}

/// A translator from a description to a contract.
package struct OpenAPITranslator {
  /// The layout of the contract's files.
  package enum Layout: Sendable {
    /// A single file, for contracts that are only read.
    case single
    /// The shared parts in `contract.json`, and one file for each tag or first path segment.
    case byResource
  }

  /// The service's name, used for its folder and in reports.
  package let service: String
  /// The path of the document, for display.
  package let path: String
  package let layout: Layout

  package init(service: String, path: String, layout: Layout = .single) {
    self.service = service
    self.path = path
    self.layout = layout
  }

  /// Creates the contract's files.
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
      // Check last, so that problems reported by the translation aren't repeated.
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
