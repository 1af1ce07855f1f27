import PlumblineContractModel
import PlumblineMockEngine

/// The TrueLog contract and recordings of this repository.
enum TrueLog {
  /// The contract and the recordings, which are loaded once. If either has a problem, every test that needs them fails.
  static var library: Result<MockLibrary, any Error> { Service.trueLog.library }

  static var contract: Contract { get throws { try library.get().contract } }

  /// The environment in which a run against a server can act as every persona.
  static let environment = [
    "TRUELOG_API_KEY": "demo-key", "TRUELOG_TOKEN": "agent-token", "TRUELOG_TOKEN_VIEWER": "viewer-token",
    "TRUELOG_TOKEN_CLIENT": "client-token",
    "TRUELOG_LOGIN_EMAIL": "ada@truelog.example", "TRUELOG_LOGIN_PASSWORD": "demo",
    "TRUELOG_LOGIN_EMAIL_VIEWER": "ben@truelog.example", "TRUELOG_LOGIN_PASSWORD_VIEWER": "demo",
    "TRUELOG_LOGIN_EMAIL_CLIENT": "chloe@truelog.example", "TRUELOG_LOGIN_PASSWORD_CLIENT": "demo",
  ]

  /// The resources that a run may remove or change permanently, because the server is the mock.
  static let expendables = [
    "removable_ticket_id=1045", "removable_asset_id=312", "removable_busy_accessory_id=21",
    "removable_depended_customer_id=57", "foreign_comment_id=8",
    "removable_foreign_comment_id=8",
  ].flatMap { ["--var", $0] }
}
