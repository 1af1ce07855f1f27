import PlumblineContractModel
import PlumblineJSONTree

/// Creates recordings from files, and reports all of their problems at once.
package enum RecordingLoader {
  /// A recording's file.
  package struct File: Sendable {
    /// The folder's name, which is an endpoint's id.
    package let endpoint: String
    /// The file's name without `.json`.
    package let name: String
    /// The path shown in problems.
    package let path: String
    package let bytes: [UInt8]
    /// The sources of the file's values, if it was generated from another document, in which its problems are then
    /// reported.
    package let provenance: (any PlumblineJSONTree.Provenance)?
    /// A Boolean value that indicates whether the recording needs no provenance, because it is a line that is only
    /// checked and not a file for a mock.
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

  /// The result of loading files.
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

  /// Reads every file. A file with a problem yields no recording and doesn't affect the others.
  ///
  /// It checks the text (RFC 8259, no key twice), the shape (`recording.schema.json`), body encodings, and bindings.
  /// For bindings, it checks their addresses, and that the recorded response has the values that they replace.
  /// ``RecordingLint`` checks whether a recording fits a contract.
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
