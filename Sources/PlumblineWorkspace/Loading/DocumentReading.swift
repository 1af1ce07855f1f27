import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings
import PlumblineYAML

/// The result of reading an OpenAPI document as a contract.
struct DocumentReading: Sendable {
  /// The contract's generated files.
  private(set) var files: [ContractLoader.File] = []
  private(set) var result = ContractLoader.Result(contract: nil, problems: [])
  /// The recordings made from examples in the document.
  private(set) var recordings: [Recording] = []
  /// The errors in the document.
  private(set) var errors: [Problem] = []
  /// The parts of the document that a contract can't express.
  private(set) var notes: [Problem] = []
  /// A Boolean value that indicates whether the document was exported from a contract. Such a document states its own
  /// assumptions.
  private(set) var isExported = false

  /// Reads a document and the files that it refers to, and translates them to a contract.
  ///
  /// - Parameter isLinting: A Boolean value that indicates whether to run the checks of schemas that only `lint`
  ///   reports.
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

  /// The translation of a document and the contract that results from its files.
  typealias Made = (translation: Translation, result: ContractLoader.Result)

  private static func refused(_ problems: [Problem]) -> Made {
    (Translation(refused: problems), ContractLoader.Result(contract: nil, problems: []))
  }

  /// Returns a translation for a workspace that is strict, which is rejected if the document or the files that it
  /// refers to have errors.
  private static func strict(_ whole: Made, _ problems: [Problem]) -> Made {
    let translation = whole.translation.strict(problems)
    return (translation, translation.files.isEmpty ? refused([]).result : whole.result)
  }

  /// The maximum number of rounds for leaving out parts that depend on parts that have already been left out.
  private static let rounds = 24

  /// Translates a document and the files that it refers to into the files of a contract. If the document is rejected,
  /// there are no files.
  ///
  /// Parts that would make the contract invalid are left out and reported. The document is rejected if such a part is
  /// the document itself or includes all of its operations. If the workspace is strict, it is rejected for any error.
  ///
  /// - Parameter patterns: The operations to read, or `nil` for all of them.
  static func translate(
    _ path: String, root: String, as service: String, layout: OpenAPITranslator.Layout, isLinting: Bool,
    only patterns: OperationPatterns? = nil, _ reading: inout FileReading
  ) -> Made {
    let shown = reading.shown(path)
    guard let bytes = reading.bytes(of: path) else { return refused([]) }
    let main: JSONDocument
    let remarks = Mutable<[Problem]>([])
    let parsed = parse(bytes, shown, remarks)
    // Check whether it is an OpenAPI document first, regardless of its name and how it begins.
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
    let written = references(of: main, at: path, root: root, reading, remarks, problems)
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
    // Files that can't be read are left out, along with everything that refers to them.
    guard let contract = last.result.contract, trim.omissions.isEmpty || !contract.endpoints.isEmpty else {
      return (whole.translation.adding(problems.value), whole.result)
    }
    return (last.translation.omitting(trim.omissions + problems.value.map(\.servable)), last.result)
  }

  /// Returns a document along with the files that it refers to.
  ///
  /// - Parameters:
  ///   - remarks: A variable to add remarks about the text of the files to.
  ///   - problems: A variable to add the errors of files that can't be parsed to.
  private static func references(
    of main: JSONDocument, at path: String, root: String, _ reading: FileReading, _ remarks: Mutable<[Problem]>,
    _ problems: Mutable<[Problem]>
  ) -> DocumentSet {
    let (files, shown) = (reading.workspace.files, reading.shown)
    return DocumentSet(main, path: relative(path, to: root)) { name in
      let path = "\(root)/\(name)"
      guard files.isInside(path, root) else {
        return .unreadable("it lies outside \(shown(root)), where nothing is read")
      }
      do throws(FileError) {
        switch parse(try files.read(path), shown(path), remarks) {
        case .success(let document): return .document(document)
        case .failure(let problem):
          problems.value.append(problem)
          return .unreadable("\(name) can't be read (\(problem.location))")
        }
      } catch {
        return .unreadable("there is no file \(shown(path)) that can be read (\(error.reason))")
      }
    }
  }

  /// Returns the waivers file next to the document, or an empty array if there is none.
  private static func waivers(of home: ServiceHome, _ reading: inout FileReading) -> [ContractLoader.File] {
    guard reading.workspace.files.isFile(home.waivers), let bytes = reading.bytes(of: home.waivers) else { return [] }
    return [ContractLoader.File(name: WaiverLoader.fileName, path: reading.shown(home.waivers), bytes: bytes)]
  }

  /// Parses text as JSON or YAML. It is parsed as JSON if the file's name says so or the text starts like a JSON
  /// object. Text that starts like one can still be YAML in flow style.
  ///
  /// - Parameter remarks: A variable to add remarks about the text to.
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
      // Report repeated keys and values that JSON can't represent, and use the rest of the document.
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
    case .notFinite: return "JSON can't represent the number \(part.text), so what has it as its value is left out."
    }
  }

  private static func relative(_ path: String, to root: String) -> String { Path.shown(path, from: root) }
}

/// A variable that a closure can modify. It never leaves its isolation domain.
private final class Mutable<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is allowed between JSON values (RFC 8259 section 2).
  fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
