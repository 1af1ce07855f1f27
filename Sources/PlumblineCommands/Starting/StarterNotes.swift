/// The sample API of a new package for reading, listing, and creating notes. It is complete, and its parts are to be
/// replaced one by one.
struct StarterNotes {
  let names: StarterNames
  /// The day, as `YYYY-MM-DD`.
  let today: String

  /// The contract, a recording, the client, its suite, and its tests.
  var files: [StarterPackage.File] {
    [
      .init(path: "Contracts/\(names.service)/contract.json", text: contract),
      .init(path: "Contracts/\(names.service)/notes.json", text: endpoints),
      .init(path: "Recordings/\(names.service)/notes.get/success.json", text: recording),
      .init(path: "Sources/\(names.client)/Note.swift", text: models),
      .init(path: "Sources/\(names.client)/\(names.client).swift", text: client),
      .init(path: "Sources/\(names.suite)/\(names.suite).swift", text: suite),
      .init(path: "Tests/\(names.tests)/\(names.tests).swift", text: tests),
    ]
  }

  private var contract: String {
    """
    {
      "plumbline": 1,
      "service": "\(names.service)",
      "title": "\(names.type)",
      "servers": { "production": { "url": "https://api.example.com", "writes": "never" } },
      "credentials": { "key": { "in": "header", "name": "X-API-Key", "environment": "\(environment)_KEY" } },
      "authentication": ["key"],
      "envelope": { "flag": "success", "payload": "data", "errorCode": "error", "message": "message" },
      "personas": { "reader": { "id": 1, "credentials": { "key": "demo-key" } } },
      "errors": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] },
        "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "invalid": { "status": 422, "codes": ["VALIDATION_ERROR"] }
      },
      "commonErrors": ["unauthorized"],
      "resources": {
        "notes": { "item": { "$ref": "#/schemas/Note" }, "key": "/id", "seed": "notes.get/success" }
      },
      "schemas": {
        "Note": {
          "type": "object",
          "required": ["id", "text", "created_at"],
          "properties": {
            "id": { "type": "integer", "minimum": 1 },
            "text": { "type": "string", "minLength": 1 },
            "tag": { "type": ["string", "null"] },
            "created_at": { "type": "string", "format": "date-time" }
          }
        }
      }
    }

    """
  }

  /// The prefix of environment variables, such as `PET_SHOP`.
  private var environment: String { names.service.uppercased().replacing("-", with: "_") }

  private var endpoints: String {
    """
    {
      "endpoints": {
        "notes.list": {
          "summary": "All notes",
          "request": "GET /v1/notes",
          "source": "The section of the API's documentation",
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "contract.json#/schemas/Note" } } } },
          "state": { "action": "list", "resource": "notes" }
        },
        "notes.get": {
          "summary": "One note",
          "request": "GET /v1/notes/{id}",
          "source": "The section of the API's documentation",
          "path": { "id": { "type": "integer", "examples": [1] } },
          "success": { "200": { "payload": { "$ref": "contract.json#/schemas/Note" } } },
          "errors": ["notFound"],
          "state": { "action": "read", "resource": "notes", "key": "path.id" }
        },
        "notes.create": {
          "summary": "Write a note",
          "request": "POST /v1/notes",
          "source": "The section of the API's documentation",
          "body": {
            "type": "object",
            "required": ["text"],
            "properties": { "text": { "type": "string", "minLength": 1 }, "tag": { "type": ["string", "null"] } }
          },
          "success": { "201": { "payload": { "$ref": "contract.json#/schemas/Note" } } },
          "errors": ["invalid"],
          "state": { "action": "create", "resource": "notes" }
        }
      }
    }

    """
  }

  private var recording: String {
    """
    {
      "provenance": { "kind": "authored", "on": "\(today)" },
      "request": { "method": "GET", "path": "/v1/notes/1" },
      "response": {
        "status": 200,
        "headers": { "content-type": "application/json" },
        "body": {
          "success": true,
          "data": { "id": 1, "text": "Water the plants", "tag": null, "created_at": "2026-11-20T08:00:00Z" }
        }
      }
    }

    """
  }

  private var models: String {
    """
    public struct Note: Codable, Sendable {
      public let id: Int
      public let text: String
      public let tag: String?
      /// An RFC 3339 timestamp.
      public let createdAt: String
    }

    /// A note that doesn't exist yet.
    public struct NewNote: Encodable, Sendable {
      public let text: String
      public let tag: String?

      public init(text: String, tag: String? = nil) {
        self.text = text
        self.tag = tag
      }
    }

    """
  }

  private var client: String {
    """
    import Foundation

    #if canImport(FoundationNetworking)
      import FoundationNetworking
    #endif

    /// The errors that an app shows.
    public enum \(names.error): Error, Equatable {
      case invalid
      case unauthorized
      case forbidden
      case notFound
      case conflict
      case unexpected(status: Int)
    }

    /// The client of an app. Plumbline only needs a configurable base URL.
    public struct \(names.client): Sendable {
      private let baseURL: String
      private let key: String?

      public init(baseURL: String, key: String?) {
        self.baseURL = baseURL
        self.key = key
      }

      public func notes() async throws -> [Note] { try await send("GET", "/v1/notes") }

      public func note(_ id: Int) async throws -> Note { try await send("GET", "/v1/notes/\\(id)") }

      public func add(_ note: NewNote) async throws -> Note {
        try await send("POST", "/v1/notes", body: try JSONEncoder().encode(note))
      }

      private struct Answer<Value: Decodable>: Decodable {
        let data: Value
      }

      private func send<Value: Decodable>(_ method: String, _ path: String, body: Data? = nil) async throws -> Value {
        guard let url = URL(string: baseURL + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let key { request.setValue(key, forHTTPHeaderField: "X-API-Key") }
        let (data, response) = try await URLSession.shared.data(for: request)
        switch (response as? HTTPURLResponse)?.statusCode ?? 0 {
        case 200..<300:
          let decoder = JSONDecoder()
          decoder.keyDecodingStrategy = .convertFromSnakeCase
          return try decoder.decode(Answer<Value>.self, from: data).data
        case 400, 422: throw \(names.error).invalid
        case 401: throw \(names.error).unauthorized
        case 403: throw \(names.error).forbidden
        case 404, 410: throw \(names.error).notFound
        case 409, 412: throw \(names.error).conflict
        case let status: throw \(names.error).unexpected(status: status)
        }
      }
    }

    """
  }

  private var suite: String {
    """
    import Foundation
    import PlumblineVerification
    import \(names.client)

    /// The calls of the client, for the mock and for a real server.
    public struct \(names.suite): CallSuite {
      public let service = "\(names.service)"

      public init() {}

      public var calls: [Call] {
        [
          Call("notes.list", "lists the notes") { try await client($0).notes() },
          Call("notes.get", "reads a note") { try await client($0).note($0.integer("note_id", default: 1)) },
          Call("notes.get", "asks for a note that doesn't exist", expecting: .failure("notFound")) {
            try await client($0).note(999_999)
          },
          Call("notes.get", "asks without a key", as: .nobody, expecting: .failure("unauthorized")) {
            try await client($0).note($0.integer("note_id", default: 1))
          },
          Call("notes.create", "writes a note") { try await client($0).add(NewNote(text: "Buy milk", tag: "home")) },
          Call("notes.create", "writes an empty note", expecting: .failure("invalid")) {
            try await client($0).add(NewNote(text: ""))
          },
        ]
      }

      /// The ids that differ on a real server: `--var note_id=…`, or one from the server's list.
      public var variables: [SuiteVariable] {
        [SuiteVariable("note_id", "the note that is read", from: .item(of: "notes"))]
      }

      /// Translates the client's errors for the report.
      public func failure(of error: any Error) -> ClientFailure {
        switch error {
        case \(names.error).invalid: ClientFailure(.validation, message: "Write something first.")
        case \(names.error).unauthorized: ClientFailure(.unauthorized, message: "Log in again.")
        case \(names.error).forbidden: ClientFailure(.forbidden, message: "That isn't allowed.")
        case \(names.error).notFound: ClientFailure(.notFound, message: "There is no such note.")
        case \(names.error).conflict: ClientFailure(.conflict, message: "The note is in the wrong state for that.")
        case \(names.error).unexpected(let status): ClientFailure(.server, message: "The server responded with \\(status).")
        default: ClientFailure(describing: error)
        }
      }

      private func client(_ context: CallContext) -> \(names.client) {
        \(names.client)(baseURL: context.baseURL, key: context.credentials["key"])
      }
    }

    """
  }

  private var tests: String {
    """
    import \(names.client)
    import PlumblineTesting
    import Testing

    @Suite(.plumbline("\(names.service)")) struct \(names.tests) {
      @Test func `a note is read`() async throws {
        #expect(try await client().note(1).text == "Water the plants")
      }

      @Test func `a note that was written is listed`() async throws {
        let client = try client()
        let added = try await client.add(NewNote(text: "Buy milk"))
        #expect(try await client.notes().contains { $0.id == added.id })
      }

      @Test func `an outage is reported`() async throws {
        try MockedService.current.inject(.status(503).on("notes.*").times(1))
        await #expect(throws: \(names.error).unexpected(status: 503)) { try await client().notes() }
      }

      private func client() throws -> \(names.client) {
        let mock = try MockedService.current
        return \(names.client)(baseURL: mock.baseURL, key: try mock.credentials()["key"])
      }
    }

    """
  }
}
