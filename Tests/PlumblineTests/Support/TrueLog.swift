import ContractModel
import MockEngine

/// The TrueLog contract and recordings of this repository.
enum TrueLog {
  /// Both, loaded once; a problem in either makes every test that needs them fail.
  static var library: Result<MockLibrary, any Error> { Service.trueLog.library }

  static var contract: Contract { get throws { try library.get().contract } }

  /// What a run against a server needs to be every persona.
  static let environment = [
    "TRUELOG_API_KEY": "demo-key", "TRUELOG_TOKEN": "agent-token", "TRUELOG_TOKEN_VIEWER": "viewer-token",
    "TRUELOG_TOKEN_CLIENT": "client-token",
  ]
}
