import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineRecordings
import PlumblineVerification

/// The command that prints the JSON Schema of a kind of file, for editors and for programs that write such files.
struct SchemaCommand: Command {
  static let name = "schema"
  static let summary = "Prints the JSON Schema of a file format, for editors: contracts, recordings, waivers …"
  static let choice: String? =
    "Use it to get completion and validation in an editor. To validate files now, use lint."
  static let operands = "[\(kinds.map(\.name).joined(separator: "|"))]"
  static let options: [OptionSpecification] = []
  static let common = CommonOptions.specifications.filter { $0.name == "--help" }
  static let examples = [
    "schema > Contracts/contract.schema.json", "schema recording > Recordings/recording.schema.json",
  ]
  static let exits = ["0 printed, 2 no such file format."]

  private static let kinds: [(name: String, text: [UInt8])] = [
    ("contract", ContractSchemaText.contract), ("recording", RecordingSchema.text),
    ("deep-links", ContractSchemaText.links), ("waivers", WaiverLoader.schemaText),
    ("field-usage", SensitivityFile.schemaText),
  ]
  /// The former names of kinds, with their new names.
  private static let formerNames = ["links": "deep-links", "sensitivity": "field-usage"]

  private let text: [UInt8]

  init(_ arguments: Arguments) throws(UsageError) {
    let names = Self.kinds.map(\.name)
    guard arguments.operands.count <= 1 else {
      throw UsageError("schema prints one schema at a time: \(Spelling.list(names, joining: "or")).")
    }
    let word = arguments.operands.first ?? "contract"
    let wanted = Self.formerNames[word] ?? word
    guard let kind = Self.kinds.first(where: { $0.name == wanted }) else {
      let hint = Spelling.nearest(wanted, among: names).map { "; did you mean \($0)?" } ?? "."
      throw UsageError("There is no schema for \"\(wanted)\"\(hint) There are schemas for \(Spelling.list(names)).")
    }
    text = kind.text
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    surroundings.console.write(String(decoding: text, as: UTF8.self))
    return .clean
  }
}
