import PlumblineJSONSchema
import PlumblineJSONTree

/// The shape that a file of a service's folder must have, as a JSON Schema that is built in.
struct FileFormat: Sendable {
  enum State: Sendable {
    case usable(Schema)
    case unusable(String)
  }

  static let contract = FileFormat("contract.schema.json", PackageResources.contract_schema_json, isContract: true)
  static let links = FileFormat("links.schema.json", PackageResources.links_schema_json)

  let schema: State
  /// Whether it is that of the files which hold endpoints and what they share.
  let isContract: Bool

  private init(_ name: String, _ bytes: [UInt8], isContract: Bool = false) {
    self.isContract = isContract
    do {
      let document = try JSONDocument.parse(bytes, file: name)
      schema = .usable(try SchemaLibrary(documents: [name: document]).compile(document.root, base: name))
    } catch {
      schema = .unusable("\(error)")
    }
  }

  /// Makes the format ready, where that can be done while something else is read.
  func prepare() {}
}
