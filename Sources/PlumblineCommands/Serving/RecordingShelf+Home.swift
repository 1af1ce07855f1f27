import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineVerification
import PlumblineWorkspace

extension RecordingShelf {
  /// Creates the shelf for a service's recordings on disk.
  ///
  /// - Parameters:
  ///   - url: The URL of the real server behind the mock, or `nil` if there is only the mock.
  ///   - environment: The environment. No file may contain the credentials for the server that it provides.
  ///   - isWritable: A Boolean value that indicates whether exchanges may be saved as recordings.
  init(
    _ home: ServiceHome, in workspace: Workspace, from url: BaseURL?, _ environment: [String: String], isWritable: Bool
  ) {
    let hasSchema = FileSystem.isFile("\(home.allRecordings)/recording.schema.json")
    self.init(
      from: url.map { "\($0)" },
      known: { contract in
        let credentials = Credentials(contract: contract, environment: environment)
        return contract.personas.map { persona in
          let given = credentials.given(to: persona)
          return .init(persona: persona, credentials: given.credentials, login: given.login)
        }
      }, path: { home.path(ofRecording: $1, of: $0) }, isThere: { FileSystem.isThere($0) },
      shown: { workspace.shown($0) }, schema: hasSchema ? "../../recording.schema.json" : nil,
      write: isWritable ? Self.write : nil)
  }

  @Sendable private static func write(_ bytes: [UInt8], to path: String) -> String? {
    do throws(FileError) {
      try AtomicFile.create(bytes, at: path)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
