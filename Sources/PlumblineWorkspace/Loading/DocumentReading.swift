import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings
import PlumblineYAML

/// What came of an OpenAPI document that stands for a contract.
struct DocumentReading: Sendable {
  /// The contract's files, as they were made.
  let files: [ContractLoader.File]
  let result: ContractLoader.Result
  /// The recordings that its examples are.
  let recordings: [Recording]
  /// What is wrong with the document.
  let errors: [Problem]
  /// What the document says and no contract holds.
  let notes: [Problem]
  /// A Boolean value that indicates whether it was exported from a contract, which says itself what it assumes.
  let isExported: Bool

  /// Reads a document and what its references lead to, and makes a contract of it.
  ///
  /// - Parameter isLinting: whether its schemas are looked through for what only `lint` tells.
  static func read(
    _ path: String, root: String, of home: ServiceHome, isLinting: Bool, _ reading: inout FileReading
  ) -> DocumentReading {
    let shown = reading.shown(path)
    let patterns = reading.workspace.operations.map { OperationPatterns($0) }
    let (translation, result) = translate(
      path, root: root, as: home.name, layout: .single, isLinting: isLinting, only: patterns, &reading)
    let errors = translation.errors
    guard !translation.files.isEmpty else { return DocumentReading(errors: errors, notes: translation.notes) }
    let examples = result.contract.map {
      ExampleRecordings(translation.examples, of: $0, path: shown, today: reading.workspace.files.dayOfChange(path))
    }
    let recordings = RecordingLoader.load(translation.recordings)
    return DocumentReading(
      files: translation.files + waivers(of: home, &reading), result: result,
      recordings: recordings.recordings + (examples?.recordings ?? []), errors: (errors + recordings.problems).sorted(),
      notes: (translation.notes + (examples?.notes ?? [])).sorted(), isExported: translation.isExported)
  }

  /// What was made of a document, and the contract that its files are.
  typealias Made = (translation: Translation, result: ContractLoader.Result)

  private static func refused(_ problems: [Problem]) -> Made {
    (Translation(refused: problems), ContractLoader.Result(contract: nil, problems: []))
  }

  /// What is made of a document where no mistake is put up with, of its own or of files that references lead to.
  private static func strict(_ whole: Made, _ problems: [Problem]) -> Made {
    let translation = whole.translation.strict(problems)
    return (translation, translation.files.isEmpty ? refused([]).result : whole.result)
  }

  /// So often something is left out that is wrong once something else is.
  private static let rounds = 24

  /// Makes a contract's files of a document and of what its references lead to; none where it is refused.
  ///
  /// What keeps a contract from being made is left out of the document, and told. It is refused where that is the document
  /// itself, or all of its operations, and for each mistake where the workspace is strict.
  ///
  /// - Parameter patterns: say which operations are read; `nil` for all of them.
  static func translate(
    _ path: String, root: String, as service: String, layout: OpenAPITranslator.Layout, isLinting: Bool,
    only patterns: OperationPatterns? = nil, _ reading: inout FileReading
  ) -> Made {
    let shown = reading.shown(path)
    guard let bytes = reading.bytes(of: path) else { return refused([]) }
    let main: JSONDocument
    let remarks = Mutable<[Problem]>([])
    let parsed = parse(bytes, shown, remarks)
    // A document is one, whatever it is called and begins with.
    if (try? parsed.get()).map({ OpenAPIVersion.isDocument($0.root) }) != true,
      let sentence = ForeignFormat.sentence(on: bytes, named: path)
    {
      return refused([Problem(reading.place(path), sentence)])
    }
    switch parsed {
    case .success(let document): main = document
    case .failure(let problem): return refused([problem])
    }
    let problems = Mutable<[Problem]>([])
    let (files, shownIn) = (reading.workspace.files, reading.shown)
    let written = DocumentSet(main, path: relative(path, to: root)) { name in
      let path = "\(root)/\(name)"
      guard files.isInside(path, root) else {
        return .unreadable("it lies outside of \(shownIn(root)), where nothing is read")
      }
      do throws(FileError) {
        switch parse(try files.read(path), shownIn(path), remarks) {
        case .success(let document): return .document(document)
        case .failure(let problem):
          problems.value.append(problem)
          return .unreadable("\(name) can't be read (\(problem.location))")
        }
      } catch {
        return .unreadable("there is no file \(shownIn(path)) that can be read (\(error.reason))")
      }
    }
    let cut = patterns.map { DocumentCut(written, keeping: $0) }
    if let errors = cut?.errors, !errors.isEmpty { return refused(errors) }
    let documents = cut?.documents ?? written
    let translator = OpenAPITranslator(service: service, path: shown, layout: layout)
    func made(_ documents: DocumentSet) -> Made {
      let translation = translator.translate(documents).noting((cut?.notes ?? []) + remarks.value)
      guard !translation.files.isEmpty else { return (translation, refused([]).result) }
      return (translation, ContractLoader.load(translation.files, isLinting: isLinting))
    }
    let whole = made(documents)
    if reading.workspace.isStrict { return strict(whole, problems.value) }
    var (trim, last) = (DocumentTrim(documents), whole)
    for _ in 0..<rounds {
      let mistakes = (last.translation.errors + last.result.problems).filter { $0.level == .error && !$0.isServable }
      if mistakes.isEmpty { break }
      guard trim.leaveOut(mistakes) else { break }
      last = made(trim.documents)
    }
    // Files that can't be read are left out with what refers to them.
    guard let contract = last.result.contract, trim.omissions.isEmpty || !contract.endpoints.isEmpty else {
      return (whole.translation.adding(problems.value), whole.result)
    }
    return (last.translation.omitting(trim.omissions + problems.value.map(\.servable)), last.result)
  }

  /// The file of waivers beside the document, if there is one.
  private static func waivers(of home: ServiceHome, _ reading: inout FileReading) -> [ContractLoader.File] {
    guard reading.workspace.files.isFile(home.waivers), let bytes = reading.bytes(of: home.waivers) else { return [] }
    return [ContractLoader.File(name: WaiverLoader.fileName, path: reading.shown(home.waivers), bytes: bytes)]
  }

  private init(
    files: [ContractLoader.File] = [], result: ContractLoader.Result = .init(contract: nil, problems: []),
    recordings: [Recording] = [], errors: [Problem] = [], notes: [Problem] = [], isExported: Bool = false
  ) {
    self.files = files
    self.result = result
    self.recordings = recordings
    self.errors = errors
    self.notes = notes
    self.isExported = isExported
  }

  /// Reads a text as JSON, or as YAML where it isn't called JSON and doesn't begin as an object of JSON. One that begins so may
  /// be a mapping in YAML's flow style all the same.
  ///
  /// - Parameter remarks: gets what there is to say of what was read.
  private static func parse(
    _ bytes: [UInt8], _ path: String, _ remarks: Mutable<[Problem]>
  ) -> Result<JSONDocument, Problem> {
    let isJSON = Path.jsonName(path) != nil
    var fault: Problem?
    if isJSON || bytes.first(where: { !$0.isJSONSpace }) == UInt8(ascii: "{") {
      do throws(JSONSyntaxError) {
        return .success(try JSONDocument.parse(bytes, file: path))
      } catch {
        fault = Problem(error.location, error.message)
      }
    }
    if isJSON, let fault { return .failure(fault) }
    do throws(YAMLSyntaxError) {
      // A repeated key and what JSON has no word for are named, and the rest of the document works.
      let (document, passed) = try YAMLDocument.lenient(bytes, file: path)
      let found = passed.map { Problem($0.location, sentence(on: $0), level: .warning) }
      let known = remarks.value
      remarks.value += found.filter { !known.contains($0) }
      return .success(document)
    } catch {
      let isYAML = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
      return .failure(isYAML ? Problem(error.location, error.message) : fault ?? Problem(error.location, error.message))
    }
  }

  private static func sentence(on part: YAMLDocument.PassedOver) -> String {
    switch part.kind {
    case .foreignTag:
      let reading = part.text.hasPrefix("!!") ? "a text, a list or a mapping" : "if it had none"
      return "The tag \(part.text) isn't of YAML's core schema, so its value is read as \(reading)."
    case .contradictedTag: return "The value isn't a \(part.text), so it is read as if it had no tag."
    case .notFinite: return "\(part.text) is a number that JSON doesn't have, so what has it as its value is left out."
    }
  }

  private static func relative(_ path: String, to root: String) -> String { Path.shown(path, from: root) }
}

/// What a closure that isn't sent anywhere changes.
private final class Mutable<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte may stand between values of JSON (RFC 8259 section 2).
  fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
