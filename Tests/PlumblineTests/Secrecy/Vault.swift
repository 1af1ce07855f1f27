import PlumblineContractModel
import Testing

/// A service with credentials of every kind, each in a different place.
enum Vault {
  static let contract = Result { try load() }

  /// The text of the service's contract file.
  static let text = #"""
    { "plumbline": 1, "service": "vault", "title": "The Vault",
      "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
      "credentials": {
        "key": { "in": "header", "name": "X-Key", "environment": "VAULT_KEY" },
        "odd": { "in": "header", "name": "Authorization", "environment": "VAULT_ODD" },
        "seat": { "in": "cookie", "name": "seat", "environment": "VAULT_SEAT" },
        "ticket": { "in": "query", "name": "ticket", "environment": "VAULT_TICKET" } },
      "authentication": [["key", "odd", "seat", "ticket"]],
      "personas": { "agent": { "id": 3, "credentials":
        { "key": "demo-key", "odd": "token demo", "seat": "demo-seat", "ticket": "demo-ticket" } } },
      "failures": { "denied": { "status": 401, "codes": ["DENIED"] } },
      "endpoints": {
        "things.put": { "summary": "Writes", "request": "PUT /things/{id}", "source": "Handbook",
          "path": { "id": { "type": "string" } }, "query": { "n": { "type": "integer" } },
          "body": { "type": "object", "properties": { "n": { "type": "integer" } }, "additionalProperties": false },
          "success": { "200": { "payload": { "type": "object", "properties": { "n": { "type": "integer" } },
            "additionalProperties": { "type": "integer" } } } },
          "failures": ["denied"] },
        "resets.use": { "summary": "Uses", "request": "PUT /resets/{reset_token}", "source": "Handbook",
          "path": { "reset_token": { "type": "string" } }, "body": {}, "success": { "200": { "payload": {} } } } } }
    """#

  private static func load() throws -> Contract {
    let loaded = ContractLoader.load([
      ContractLoader.File(name: "contract.json", path: "vault/contract.json", bytes: Array(text.utf8))
    ])
    return try #require(loaded.contract, "\(loaded.problems)")
  }
}
