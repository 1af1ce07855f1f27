import PlumblineWorkspace

/// The name of a service that is to be made.
enum ServiceName {
  /// Returns a Boolean value that indicates whether a word can be one.
  static func isOne(_ text: String) -> Bool {
    text.first.map { $0.isASCII && $0.isLetter } ?? false
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  /// Why a word can't.
  static func refusal(of text: String) -> String {
    "\"\(text)\" is no name of a service: it has letters, digits, - and _, and begins with a letter."
  }

  /// The workspace that the service goes into; a new `Contracts` folder where there is none here or above.
  ///
  /// - Parameter file: a file that stands where the workspace is to be.
  static func workspace(for service: String, _ common: CommonOptions, near file: String?) throws(WorkspaceError)
    -> Workspace
  {
    do throws(WorkspaceError) {
      return try common.workspace(for: [service], fillsRecordings: true)
    } catch {
      guard case .noContracts = error, let file else { throw error }
      return try common.workspace(for: ["./\(file)"], fillsRecordings: true)
    }
  }
}
