import PlumblineContractModel
import PlumblineJSONTree

/// Makes recordings from files, and says everything that is wrong with them at once.
package enum RecordingLoader {
  /// One recording's file.
  package struct File: Sendable {
    /// The folder's name: an endpoint's id.
    package let endpoint: String
    /// The file's name without `.json`.
    package let name: String
    /// The path that problems show.
    package let path: String
    package let bytes: [UInt8]
    /// Where its values come from, where it was made from another document; its problems are shown there.
    package let provenance: (any PlumblineJSONTree.Provenance)?
    /// A Boolean value that indicates whether it needn't say how it was come by: a line that is only judged, and no file for a
    /// mock.
    package let isLine: Bool

    package init(
      endpoint: String, name: String, path: String, bytes: [UInt8],
      provenance: (any PlumblineJSONTree.Provenance)? = nil, isLine: Bool = false
    ) {
      self.endpoint = endpoint
      self.name = name
      self.path = path
      self.bytes = bytes
      self.provenance = provenance
      self.isLine = isLine
    }
  }

  /// What came of the files.
  package struct Result: Sendable {
    /// Every recording that could be read, sorted by endpoint and name.
    package let recordings: [Recording]
    /// Every problem, sorted by place.
    package let problems: [Problem]

    package init(recordings: [Recording], problems: [Problem]) {
      self.recordings = recordings
      self.problems = problems
    }
  }

  /// Reads every file. A file with a problem gives no recording; the others are not held up by it.
  ///
  /// Looked at are the text (RFC 8259, no key twice), the shape (`recording.schema.json`), body encodings, and
  /// bindings: their addresses, and that the recorded answer has what they replace. Whether a recording fits a contract
  /// is for ``RecordingLint``.
  package static func load(_ files: [File]) -> Result {
    var recordings: [Recording] = []
    var problems: [Problem] = []
    for file in files {
      var reader = RecordingReader(file)
      if let recording = reader.read() { recordings.append(recording) }
      problems += reader.problems
    }
    recordings.sort { ($0.endpoint, $0.name) < ($1.endpoint, $1.name) }
    return Result(recordings: recordings, problems: problems.sorted())
  }
}
