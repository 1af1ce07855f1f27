import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineProxying
import PlumblineRecordings
import PlumblineVerification

/// The contract of bikes, and of tours that need one. The tours come first, so that a run creates a bike for them
/// before it reaches the bikes.
enum Bikes {
  private static let text = """
    { "plumbline": 1, "service": "bikes", "title": "Bikes",
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "STORE_KEY" } },
      "authentication": [["key"], []],
      "envelope": null,
      "personas": { "owner": { "credentials": { "key": "owner-key" } } },
      "failures": {
        "unauthorized": { "status": 401 }, "notFound": { "status": 404 }, "invalid": { "status": 422 },
        "taken": { "status": 409 }, "malformed": { "status": 400 } },
      "schemas": {
        "Bike": { "type": "object", "required": ["id", "name"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" } } },
        "Tour": { "type": "object", "required": ["id", "title"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" } } } },
      "endpoints": {
        "tours.add": { "summary": "Plan", "request": "POST /bikes/{bike_id}/tours", "source": "Handbook",
          "path": { "bike_id": { "type": "integer" } }, "failures": ["notFound"],
          "body": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Tour" } } },
          "state": { "action": "create", "collection": "tours" } },
        \(Part.get("tours", "Tour", key: "tour_id", in: "body")),
        "tours.remove": { "summary": "Cancel", "request": "DELETE /tours/{tour_id}", "source": "Handbook",
          "path": { "tour_id": { "type": "integer" } }, "failures": ["notFound"], "success": { "204": {} },
          "state": { "action": "delete", "collection": "tours", "key": "path.tour_id" } },
        "bikes.list": { "summary": "List", "request": "GET /bikes", "source": "Handbook",
          "query": { "limit": { "type": "integer" }, "page": { "type": "integer" } }, "failures": ["malformed"],
          "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Bike" } } } },
          "state": { "action": "list", "collection": "bikes", "page": "query.page", "size": "query.limit" } },
        \(Part.get("bikes", "Bike", key: "bike_id", in: "body")),
        "bikes.add": { "summary": "Make", "request": "POST /bikes", "source": "Handbook",
          "failures": ["invalid", "taken"],
          "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Bike" } } },
          "state": { "action": "create", "collection": "bikes" } },
        \(Part.remove("bikes", key: "bike_id"))
      },
      "collections": {
        "bikes": { "item": { "$ref": "#/schemas/Bike" }, "key": "/id", "seed": [{ "id": 4, "name": "Old" }] },
        "tours": { "item": { "$ref": "#/schemas/Tour" }, "key": "/id", "seed": [] }
      } }
    """

  static let contract = Store.load(text)
}

/// A suite of one call, which identifies its item by a variable.
struct BikeSuite: CallSuite {
  let service = "bikes"
  let calls: [Call]
  let variables: [SuiteVariable]

  init(
    _ endpoint: String, _ method: HTTPMethod, _ path: String, variable: String, _ variables: [SuiteVariable] = []
  ) {
    self.variables = variables
    calls = [
      Call(endpoint, "names its item") { context in
        let target = path + (try context.text(variable, default: "1"))
        let headers: HeaderFields = ["X-Key": context.credentials["key"] ?? ""]
        let client = try UpstreamClient()
        let exchange = await client.exchange(
          Request(method: method, target: target, headers: headers), with: try BaseURL(parsing: context.baseURL),
          deadline: context.deadline)
        await client.shutdown()
        guard let status = exchange.response?.status, status < 400 else { throw CancellationError() }
        return status
      }
    ]
  }

  func failure(of error: any Error) -> ClientFailure { ClientFailure(.notFound, message: "\(error)") }
}
