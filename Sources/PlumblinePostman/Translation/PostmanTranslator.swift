import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings

/// The result of translating a collection: a contract's files, its saved responses, and the notes on the translation.
package struct PostmanTranslation {
  /// The contract's files, one for each folder. The array is empty if the collection is rejected.
  package let files: [ContractLoader.File]
  /// The contract in the files, with its problems, or `nil` if the collection is rejected.
  package let loaded: ContractLoader.Result?
  /// The saved responses.
  package let recordings: [Recording]
  /// The problems with the collection, sorted by location: the reasons for its rejection, or the omitted parts.
  package let errors: [Problem]
  /// Notes on parts that the contract omits or represents in another form, sorted by location.
  package let notes: [Problem]
}

/// A translator from a Postman collection, version 2.0 or 2.1, to a contract and recordings.
package struct PostmanTranslator {
  /// The service's name, used for its folder and in reports.
  package let service: String
  /// The path of the collection, for display.
  package let path: String

  package init(service: String, path: String) {
    self.service = service
    self.path = path
  }

  /// Reads a collection's file. A byte order mark is skipped, because Postman accepts one.
  package func document(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONDocument {
    try JSON.parse(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes, file: path).document
  }

  /// Returns the collection itself. Postman's API wraps a collection in an object.
  private static func collection(of root: JSON) -> JSON {
    guard root["item"] == nil, root["info"] == nil, let inner = root["collection"], inner.kind == .object else {
      return root
    }
    return inner
  }

  /// Translates a collection.
  ///
  /// - Parameter today: The current date, as `YYYY-MM-DD`, for the recordings.
  package func translate(_ document: JSONDocument, today: String) -> PostmanTranslation {
    let log = NoteLog()
    let root = Self.collection(of: document.root)
    var form = CollectionForm(log: log)
    form.check(root)
    if form.isRefused {
      return PostmanTranslation(files: [], loaded: nil, recordings: [], errors: log.problems.sorted(), notes: [])
    }
    let variables = Variables(root)
    let leftOut = CollectionSecrets(root, variables)
    let credentials = CollectionCredentials(service: service, variables: variables, log: log)
    let collector = SampleCollector(variables, leftOut, credentials, log, omitted: form.omitted)
    collector.collect(root)
    if collector.samples.isEmpty {
      // Omissions are reported with their reasons.
      if !log.problems.contains(where: { $0.level == .error }) {
        log.error(root["item"] ?? root, "The collection has no request that can become an endpoint.")
      }
      return PostmanTranslation(
        files: [], loaded: nil, recordings: [], errors: log.problems.filter { $0.level == .error }.sorted(),
        notes: log.problems.filter { $0.level == .warning }.sorted())
    }
    let writer = CollectionWriter(
      translator: self, root: root, credentials: credentials, variables: variables, leftOut: leftOut, log: log)
    let files = writer.files(of: collector.samples)
    let loaded = ContractLoader.load(files)
    let answers = SavedResponses(translator: self, variables: variables, leftOut: leftOut, log: log, today: today)
    let recordings = loaded.contract.map { answers.recordings(of: collector.samples, credentials, $0) } ?? []
    return PostmanTranslation(
      files: files, loaded: loaded, recordings: recordings,
      errors: log.problems.filter { $0.level == .error }.map(\.servable).sorted(),
      notes: log.problems.filter { $0.level == .warning }.sorted())
  }
}
