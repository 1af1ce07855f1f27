import Foundation
import PlumblineAPIClient

extension APIResponse {
  /// Returns a JSON response.
  static func json(_ body: String, _ status: Int = 200) -> APIResponse {
    APIResponse(status: status, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
  }
}
