import PlumblineContractModel
import PlumblineJSONTree

/// Contract files written in tests.
enum Files {
  /// Returns a file as the loader expects it.
  static func file(_ name: String, _ text: String) -> ContractLoader.File {
    ContractLoader.File(name: name, path: "shop/\(name)", bytes: Array(text.utf8))
  }

  /// The main file that these tests' small contracts share.
  static let main = file(
    "contract.json",
    """
    {
      "plumbline": 1,
      "service": "shop",
      "title": "The Shop",
      "servers": {
        "production": { "url": "https://shop.example/", "writes": "never" },
        "testing": { "url": "http://127.0.0.1:8080/base" }
      },
      "credentials": {
        "key": { "in": "header", "name": "X-Key", "environment": "SHOP_KEY" },
        "session": { "in": "bearer", "environment": "SHOP_TOKEN", "lifetime": "P1D" },
        "tab": { "in": "cookie", "name": "tab", "environment": "SHOP_TAB" },
        "code": { "in": "query", "name": "code", "environment": "SHOP_CODE" },
        "door": { "in": "basic", "environment": "SHOP_DOOR" }
      },
      "authentication": ["key", "session"],
      "envelope": {
        "flag": "ok", "payload": "data", "errorCode": "error", "message": "message",
        "others": { "pages": { "type": "integer" } }
      },
      "personas": {
        "owner": {
          "id": 1, "type": "OWNER", "permissions": ["can_edit"],
          "credentials": { "key": "shared", "session": "owner-token", "tab": "t1", "code": "c1", "door": "owner:a b" }
        },
        "guest": {
          "id": 2, "type": "GUEST", "permissions": [],
          "credentials": { "key": "shared", "session": "guest-token" }
        }
      },
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] },
        "notFound": { "status": 404, "standing": "assumed" },
        "serverError": { "status": 500 }, "forbidden": { "status": 403 }
      },
      "commonFailures": ["unauthorized", "serverError"],
      "schemas": {
        "Page": { "type": "integer", "minimum": 1 },
        "Item": {
          "type": "object", "required": ["id", "name"],
          "properties": { "id": { "type": "integer" }, "name": { "type": "string" } }
        }
      }
    }
    """)

  /// Returns a file that contains the endpoints.
  static func endpoints(_ text: String, name: String = "items.json") -> ContractLoader.File {
    file(name, "{ \"endpoints\": {\n\(text)\n} }")
  }

  /// Returns a plain endpoint, to be placed among others.
  static func endpoint(_ id: String, _ request: String, _ more: String = "") -> String {
    """
    "\(id)": { "summary": "Does", "request": "\(request)", "source": "Handbook", "success": { "200": {} }\(more) }
    """
  }

  /// Returns the contract that consists of the shared part and a file with endpoints. The test fails if the contract
  /// has problems.
  static func contract(_ endpoints: String) throws -> Contract {
    let result = ContractLoader.load([main, Self.endpoints(endpoints)])
    guard let contract = result.contract, result.problems.isEmpty else { throw Unloadable(problems: result.problems) }
    return contract
  }

  struct Unloadable: Error, CustomStringConvertible {
    let problems: [Problem]

    var description: String { problems.map(\.description).joined(separator: "\n") }
  }
}
