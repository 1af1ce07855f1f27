import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings
import PlumblineWorkspace
import TestSupport
import Testing

/// The keys of the format. Each has an example in the references, and each example must survive the export to a
/// document and the import from it.
struct ExportedReferenceTests {
  private static let examples = Result {
    let all = try Reference(.contracts).examples + Reference(.recordings).examples
    return all.filter { $0.problems.isEmpty }
  }

  @Test func `there are examples`() throws {
    #expect(try Self.examples.get().count > 40)
  }

  @Test(arguments: (try? examples.get()) ?? [])
  func `an example is exported, valid, and read again as what it was`(example: Reference.Example) throws {
    let folder = try TemporaryFolder()
    try example.write(to: folder)
    let recordings = "\(folder.path)/Recordings"
    let workspace = try Workspace.find(
      contracts: "\(folder.path)/Contracts", recordings: FileSystem.isFolder(recordings) ? recordings : nil)
    let service = workspace.load("library")
    let contract = try #require(service.contract, "\(service.problems)")
    let sources = workspace.sources(of: service.home)
    #expect(!sources.contract.isEmpty)
    let export = OpenAPIExport(contract, files: sources.contract, recordings: sources.recordings)
    let document = try JSONDocument.parse(export.text, file: "library.json")
    let set = DocumentSet(document, path: "library.json") { .unreadable("there is no \($0)") }
    let translation = OpenAPITranslator(service: "library", path: "library.json").translate(set)
    #expect(translation.errors.isEmpty && translation.notes.isEmpty, "\(translation.errors) \(translation.notes)")
    for file in sources.contract where !ContractForm.apart.contains(file.name) {
      let again = try #require(translation.files.first { $0.name == file.name }, "\(file.name)")
      let original = ContractForm.file(try JSON.parse(file.bytes), named: file.name)
      let read = ContractForm.file(try JSON.parse(again.bytes), named: file.name)
      #expect(ContractForm.isSame(original, read), "\(original.text)\n\(read.text)")
    }
    #expect(translation.recordings.count == sources.recordings.count)
    for file in sources.recordings {
      let again = try #require(translation.recordings.first { $0.endpoint == file.endpoint && $0.name == file.name })
      #expect(try JSON.parse(again.bytes) == ContractForm.recording(try JSON.parse(file.bytes)))
    }
  }
}
