import PlumblineContractModel

/// A contract with an endpoint for nearly every request, so that captures from any service can be checked.
enum AnyContract {
  static let contract: Contract = {
    let result = ContractLoader.load([
      ContractLoader.File(name: "contract.json", path: "Contracts/any/contract.json", bytes: Array(text.utf8))
    ])
    guard let contract = result.contract else { preconditionFailure("\(result.problems)") }
    return contract
  }()

  /// An endpoint for each method and each number of path segments.
  private static let endpoints = ["GET", "POST", "PUT", "PATCH", "DELETE"].flatMap { method in
    (0...5).map { length in
      let path = length == 0 ? "/" : (1...length).map { "/{p\($0)}" }.joined()
      let body = ["GET", "DELETE"].contains(method) ? "" : #""body": { "type": "object" },"#
      let schemas =
        length == 0 ? "" : (1...length).map { "\"p\($0)\": { \"type\": \"string\" }" }.joined(separator: ", ")
      return """
        "any.\(method.lowercased())\(length)": { "summary": "Any", "request": "\(method) \(path)", "source": "none", \(body)
          "path": { \(schemas) }, "query": { "page": { "type": "integer" } }, "required": { "query": [] },
          "success": { "200": { "payload": { "$ref": "#/schemas/Thing" } }, "201": { "body": { "type": "object" } },
            "202": { "content": { "text/csv": {} } }, "204": {} },
          "failures": ["notFound"] }
        """
    }
  }

  private static let text = """
    { "plumbline": 1, "service": "any", "title": "Any",
      "servers": { "real": { "url": "https://api.example.test/v1" } },
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "ANY_KEY" },
        "session": { "in": "bearer", "environment": "ANY_TOKEN" } },
      "authentication": [["key"], ["session"], []],
      "envelope": { "flag": "success", "payload": "data", "errorCode": "error", "message": "message" },
      "personas": { "ada": { "id": 3, "name": "Ada", "credentials": { "key": "k-3", "session": "ada-token" },
        "login": { "email": "ada@any.example", "password": "demo" } } },
      "failures": { "notFound": { "status": 404, "codes": ["NOT_FOUND"] } },
      "schemas": { "Thing": { "type": ["object", "array"], "required": ["id"],
        "properties": { "id": { "type": "integer" }, "name": { "type": "string", "maxLength": 20 },
          "status": { "enum": ["OPEN", "DONE"] }, "at": { "type": "string", "format": "date-time" } } } },
      "endpoints": { \(endpoints.joined(separator: ",")) } }
    """
}
