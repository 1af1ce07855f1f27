import PlumblineContractModel
import PlumblineRecordings
import Testing

/// Recordings written in tests.
enum RecordingFiles {
  /// Returns the contract that a text is.
  static func contract(_ text: String) throws -> Contract {
    let file = ContractLoader.File(name: "contract.json", path: "shop/contract.json", bytes: Array(text.utf8))
    let loaded = ContractLoader.load([file])
    return try #require(loaded.contract, "\(loaded.problems)")
  }

  /// A file as the loader takes it.
  static func file(_ text: String, endpoint: String = "items.get", name: String = "success") -> RecordingLoader.File {
    RecordingLoader.File(
      endpoint: endpoint, name: name, path: "Recordings/shop/\(endpoint)/\(name).json", bytes: Array(text.utf8))
  }

  /// Returns a recording with these parts. `request` and `response` are JSON.
  static func text(
    request: String = #"{ "method": "GET", "path": "/items/7" }"#,
    response: String = #"{ "status": 200, "body": { "ok": true, "data": { "id": 7 } } }"#, more: String = ""
  ) -> String {
    """
    { "provenance": { "kind": "authored", "on": "2026-11-20" },
      "request": \(request),
      "response": \(response)\(more) }
    """
  }
}
