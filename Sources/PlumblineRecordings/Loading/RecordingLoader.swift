import PlumblineContractModel
import PlumblineJSONTree

/// Creates recordings from files, and reports all of their problems at once.
package enum RecordingLoader {
  /// A recording's file.
  package struct File: Sendable {
    /// The name of the folder, which is the id of the endpoint.
    package let endpoint: String
    /// The file's name without `.json`.
    package let name: String
    /// The path to show in problems.
    package let path: String
    package let bytes: [UInt8]
    /// The origins of the file's values if it was generated from another document. Its problems are then reported in
    /// that document.
    package let provenance: (any PlumblineJSONTree.Provenance)?
    /// A Boolean value that indicates whether the recording is a line that is only checked, rather than a file for a
    /// mock. A line needs no provenance.
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
    /// All recordings that could be read, sorted by endpoint and name.
    package let recordings: [Recording]
    /// All problems, sorted by location.
    package let problems: [Problem]

    package init(recordings: [Recording], problems: [Problem]) {
      self.recordings = recordings
      self.problems = problems
    }
  }

  /// Reads files. A file with a problem yields no recording and doesn't affect other files.
  ///
  /// This checks the text (RFC 8259, unique keys), the structure (`recording.schema.json`), body encodings, and
  /// bindings. A binding must have a valid address, and the recorded response must contain the value that it replaces.
  /// Use ``RecordingLint`` to check whether a recording matches a contract.
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
