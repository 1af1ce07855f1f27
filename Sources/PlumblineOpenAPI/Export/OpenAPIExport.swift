import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// A contract as an OpenAPI 3.1 document (OpenAPI Specification 3.1.1).
///
/// It is generated from the contract's own files, so wording and order are preserved. Everything that OpenAPI can't
/// express is written in place as `x-plumbline-…`, and ``OpenAPITranslator`` reads the same contract back.
package struct OpenAPIExport {
  /// The document.
  package let document: JSON
  /// Remarks for the document's readers that aren't part of the document, one sentence each.
  package let remarks: [String]

  /// Exports a contract.
  ///
  /// - Parameters:
  ///   - contract: The contract loaded from the files, without errors.
  ///   - files: The contract's files. Those that aren't part of its promises are skipped.
  ///   - recordings: The files of the contract's recordings, all of which must be readable.
  package init(_ contract: Contract, files: [ContractLoader.File], recordings: [RecordingLoader.File]) {
    let parsed = files.compactMap { file -> DocumentExport.Source? in
      guard !ContractForm.apart.contains(file.name), let root = try? JSON.parse(file.bytes, file: file.path) else {
        return nil
      }
      let name = RenamedFile.deepLinks.names.contains(file.name) ? ContractForm.links : file.name
      return DocumentExport.Source(name: name, root: ContractForm.file(root, named: name))
    }
    let sorted = parsed.sorted { one, other in
      (one.name == ContractForm.main ? 0 : 1, one.name) < (other.name == ContractForm.main ? 0 : 1, other.name)
    }
    var exported: [String: [ExportedRecording]] = [:]
    for recording in recordings.sorted(by: { ($0.endpoint, $0.name) < ($1.endpoint, $1.name) }) {
      guard let root = try? JSON.parse(recording.bytes) else { continue }
      exported[recording.endpoint, default: []].append(
        ExportedRecording(name: recording.name, file: ContractForm.recording(root)))
    }
    let export = DocumentExport(contract: contract, sources: sorted, recordings: exported)
    document = export.document()
    var remarks = export.remarks
    for name in files.map(\.name).filter(ContractForm.apart.contains).sorted() {
      remarks.append("\(name) isn't exported: it doesn't describe the API.")
    }
    self.remarks = remarks
  }

  /// The document as a file, in which every control character is escaped so that no terminal or editor interprets it.
  package var text: [UInt8] {
    var text: [UInt8] = []
    for scalar in document.prettyText.unicodeScalars {
      if scalar.value >= 0x7F, scalar.properties.generalCategory == .control {
        let digits = String(scalar.value, radix: 16)
        text += Array(("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
      } else {
        text += Array(String(scalar).utf8)
      }
    }
    return text + [UInt8(ascii: "\n")]
  }
}
