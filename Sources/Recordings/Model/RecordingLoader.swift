import ContractModel

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

    package init(endpoint: String, name: String, path: String, bytes: [UInt8]) {
      self.endpoint = endpoint
      self.name = name
      self.path = path
      self.bytes = bytes
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
}
