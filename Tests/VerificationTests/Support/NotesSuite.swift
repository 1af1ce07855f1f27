import PlumblineVerification

/// The calls that a test defines.
struct NotesSuite: CallSuite {
  let service = "notes"
  let calls: [Call]

  init(_ calls: [Call]) { self.calls = calls }

  func failure(of error: any Error) -> ClientFailure {
    guard let error = error as? NotesClient.Failure else { return ClientFailure(.other, message: "\(error)") }
    return ClientFailure(error.kind, message: error.message)
  }
}

extension Call {
  /// Returns a call that reads a note.
  static func reading(
    _ id: Int = 7, _ name: String = "reads a note", as caller: Caller = .first,
    expecting expectation: Expectation = .success, by means: Means = .data
  ) -> Call {
    Call("notes.get", name, as: caller, expecting: expectation, by: means) { context in
      try await NotesClient(context).note(id)
    }
  }
}
