import Foundation
import PlumblineAPIClient

extension APIResponse {
  /// A JSON answer.
  static func json(_ body: String, _ status: Int = 200) -> APIResponse {
    APIResponse(status: status, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
  }
}
