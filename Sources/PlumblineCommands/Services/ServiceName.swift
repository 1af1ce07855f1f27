import PlumblineWorkspace

/// The name of a new service.
enum ServiceName {
  /// Returns a Boolean value that indicates whether a word is a valid service name.
  static func isOne(_ text: String) -> Bool {
    text.first.map { $0.isASCII && $0.isLetter } ?? false
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  /// Returns the error message for a word that isn't a valid service name.
  static func refusal(of text: String) -> String {
    "\"\(text)\" isn't a valid service name: use letters, digits, - and _, starting with a letter."
  }

  /// Returns the workspace for the service: the nearest one in or above the current folder, or a new `Contracts` folder
  /// if there is none.
  ///
  /// - Parameter file: A file whose folder to use for a new workspace.
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
