import Foundation

/// A service with one endpoint, for tests of commands that work with any service.
package struct SmallService: Sendable {
  package let name: String
  /// The text of the contract.
  package let contract: String

  /// - Parameters:
  ///   - server: The URL of the server `testing`, or `nil` if the contract names no server.
  ///   - endpoint: The endpoint's name and members, such as `"notes.get": { … }`.
  private init(_ name: String, server: String?, endpoint: String) {
    self.name = name
    let servers = server.map { #""servers": { "testing": { "url": "\#($0)" } },"# } ?? ""
    contract = """
      { "plumbline": 1, "service": "\(name)", "title": "\(name.capitalized)", "envelope": null, \(servers)
        "endpoints": { \(endpoint) } }
      """
  }

  /// Returns a service for notes that are read by their numbers. A direct call needs no further information.
  package static func notes(_ name: String = "notes", server: String? = nil) -> SmallService {
    SmallService(
      name, server: server,
      endpoint: """
        "notes.get": { "summary": "Read", "request": "GET /notes/{id}", "source": "A test",
          "path": { "id": { "type": "integer" } }, "success": { "200": { "body": {
            "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } } } }
        """)
  }

  /// Returns a shop whose contract names its server, so that exchanges with that server are attributed to the shop.
  package static func shop(server: String, request: String = "GET /items") -> SmallService {
    SmallService(
      "shop", server: server,
      endpoint: """
        "items.get": { "summary": "Read", "request": "\(request)", "source": "A test",
          "success": { "200": { "body": { "type": "object", "properties": { "id": { "type": "integer" } } } } } }
        """)
  }
}

extension TemporaryFolder {
  /// Writes a service's contract.
  package func write(_ service: SmallService) throws {
    try write(service.contract, to: "Contracts/\(service.name)/contract.json")
  }
}
