import TestSupport
import Testing

/// The same API in Swagger 2.0 and in OpenAPI 3.0. Parts with the same meaning aren't changes, and real changes are
/// found.
struct DiffSwaggerTests {
  private func compared(_ old: String, _ new: String) async throws -> Finished {
    let folder = try TemporaryFolder()
    try folder.write(old, to: "old.yaml")
    try folder.write(new, to: "new.yaml")
    return try await plumbline(arguments: ["diff", "old.yaml", "new.yaml"], folder: folder.path)
  }

  @Test func `the same API in both versions hasn't changed, whichever is the older`() async throws {
    for (old, new) in [(Self.swagger, Self.openAPI), (Self.openAPI, Self.swagger)] {
      let finished = try await compared(old, new)
      #expect(
        finished.status == 0 && finished.output.contains("Nothing changed that clients could notice."), "\(finished)")
    }
  }

  /// The changes to the Swagger document, and the rules that report them.
  private static let changes: [(from: String, to: String, rule: String)] = [
    (
      "name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi",
      "name: tags, in: query, type: array, items: {type: string}, collectionFormat: csv",
      "change.request.parameter.style-changed  /request/query/tags"
    ),
    (
      "collectionFormat: ssv", "collectionFormat: pipes", "change.request.parameter.style-changed  /request/query/words"
    ),
    (
      "name: bars, in: formData, type: array, items: {type: integer}, collectionFormat: pipes",
      "name: bars, in: formData, type: array, items: {type: integer}, collectionFormat: csv",
      "change.request.parameter.style-changed  /request/body/bars"
    ),
    (
      "- {name: many, in: formData, type: array", "- {name: many, in: formData, required: true, type: array",
      "change.request.field.required  /request/body"
    ),
    ("produces: [application/pdf]", "produces: [image/png]", "change.response.media-type.removed  /response/body"),
    (
      "consumes: [application/json]\nproduces", "consumes: [application/xml]\nproduces",
      "change.request.media-type.removed  /request/body"
    ),
    ("name: X-Key", "name: X-Other", "change.access.credential-added  /request"),
    ("    discriminator: kind\n", "", "change.response.field.value-added  /response/body/*/kind"),
    ("  cat:\n", "  dog:\n", "change.request.field.narrowed  /request/body/kind"),
    (
      "name: {type: string, x-nullable: true}", "name: {type: string}",
      "change.request.field.null-not-allowed  /request/body/name"
    ),
    ("default: 20", "default: 30", "change.request.parameter.default-changed  /request/query/limit"),
    ("basePath: /v1", "basePath: /v2", "change.server.moved"),
    (
      "X-Ints: {type: array, items: {type: integer}, collectionFormat: csv}",
      "X-Ints: {type: array, items: {type: integer}, collectionFormat: pipes}",
      "change.response.field.type-changed  /response/headers/X-Ints"
    ),
  ]

  @Test(arguments: changes)
  func `what Swagger says otherwise is a change of what OpenAPI says`(
    _ change: (from: String, to: String, rule: String)
  ) async throws {
    let changed = Self.swagger.replacing(change.from, with: change.to)
    #expect(changed != Self.swagger)
    let finished = try await compared(Self.openAPI, changed)
    #expect(finished.status == 1 && finished.output.contains(change.rule), "\(finished)")
  }
}

/// The documents of the same API in both formats.
extension DiffSwaggerTests {
  private static let swagger = """
    swagger: "2.0"
    info: {title: Shop, version: "1"}
    host: shop.example
    basePath: /v1
    schemes: [https]
    consumes: [application/json]
    produces: [application/json]
    securityDefinitions:
      key: {type: apiKey, in: header, name: X-Key}
      basic: {type: basic}
      oauth:
        type: oauth2
        flow: accessCode
        authorizationUrl: https://shop.example/auth
        tokenUrl: https://shop.example/token
        scopes: {read: Reads, write: Writes}
    security: [{key: []}]
    parameters:
      limit: {name: limit, in: query, type: integer, format: int32, minimum: 1, maximum: 100, default: 20}
    responses:
      Missing: {description: It isn't there, schema: {$ref: "#/definitions/Error"}}
    paths:
      /items:
        get:
          operationId: list
          parameters:
            - $ref: "#/parameters/limit"
            - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}
            - {name: ids, in: query, type: array, items: {type: integer}, collectionFormat: csv}
            - {name: words, in: query, type: array, items: {type: string}, collectionFormat: ssv}
            - {name: marks, in: query, type: array, items: {type: string}, collectionFormat: pipes}
            - {name: X-Trace, in: header, type: array, items: {type: string}, collectionFormat: csv}
            - {name: empty, in: query, type: boolean, allowEmptyValue: true}
          responses:
            "200":
              description: Fine
              headers:
                X-Total: {type: integer, description: All}
                X-Ints: {type: array, items: {type: integer}, collectionFormat: csv}
              schema: {type: array, items: {$ref: "#/definitions/Pet"}}
              examples:
                application/json: [{id: 1, kind: cat, name: Tom}]
        post:
          operationId: make
          security: [{oauth: [write]}, {basic: []}]
          parameters:
            - {name: body, in: body, required: true, schema: {$ref: "#/definitions/Pet"}}
          responses:
            "201": {description: Made, schema: {$ref: "#/definitions/Pet"}}
            default: {description: Failed, schema: {$ref: "#/definitions/Error"}}
      /items/{id}:
        parameters:
          - {name: id, in: path, required: true, type: integer, format: int64}
        get:
          operationId: read
          produces: [application/json, application/xml]
          responses:
            "200": {description: Fine, schema: {$ref: "#/definitions/Pet"}}
            "404": {$ref: "#/responses/Missing"}
        post:
          operationId: upload
          consumes: [multipart/form-data]
          parameters:
            - {name: note, in: formData, type: string, required: true}
            - {name: photo, in: formData, type: file, required: true}
            - {name: tags, in: formData, type: array, items: {type: string}, collectionFormat: multi}
          responses:
            "204": {description: Taken}
      /form:
        post:
          operationId: form
          consumes: [application/x-www-form-urlencoded]
          parameters:
            - {name: a, in: formData, type: string, required: true}
            - {name: many, in: formData, type: array, items: {type: integer}, collectionFormat: multi}
            - {name: some, in: formData, type: array, items: {type: integer}, collectionFormat: csv}
            - {name: bars, in: formData, type: array, items: {type: integer}, collectionFormat: pipes}
          responses:
            "200": {description: Fine, schema: {type: object, properties: {ok: {type: boolean}}}}
      /file:
        get:
          operationId: file
          produces: [application/pdf]
          responses:
            "200": {description: Fine, schema: {type: file}}
    definitions:
      Error:
        type: object
        required: [message]
        properties: {message: {type: string}, detail: {type: string, x-nullable: true}}
      Pet:
        type: object
        discriminator: kind
        required: [id, kind]
        properties:
          id: {type: integer, format: int64, readOnly: true}
          kind: {type: string}
          name: {type: string, x-nullable: true}
          age: {type: integer, minimum: 0, exclusiveMinimum: true}
      cat:
        allOf:
          - $ref: "#/definitions/Pet"
          - {type: object, properties: {lives: {type: integer}}}

    """

  private static let openAPI = """
    openapi: 3.0.3
    info: {title: Shop, version: "1"}
    servers: [{url: https://shop.example/v1}]
    security: [{key: []}]
    paths:
      /items:
        get:
          operationId: list
          parameters:
            - $ref: "#/components/parameters/limit"
            - {name: tags, in: query, style: form, explode: true, schema: {type: array, items: {type: string}}}
            - {name: ids, in: query, style: form, explode: false, schema: {type: array, items: {type: integer}}}
            - {name: words, in: query, style: spaceDelimited, explode: false, schema: {type: array, items: {type: string}}}
            - {name: marks, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {type: string}}}
            - {name: X-Trace, in: header, schema: {type: array, items: {type: string}}}
            - {name: empty, in: query, allowEmptyValue: true, schema: {type: boolean}}
          responses:
            "200":
              description: Fine
              headers:
                X-Total: {description: All, schema: {type: integer}}
                X-Ints: {schema: {type: array, items: {type: integer}}}
              content:
                application/json:
                  schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}
                  example: [{id: 1, kind: cat, name: Tom}]
        post:
          operationId: make
          security: [{oauth: [write]}, {basic: []}]
          requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
          responses:
            "201": {description: Made, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
            default: {description: Failed, content: {application/json: {schema: {$ref: "#/components/schemas/Error"}}}}
      /items/{id}:
        parameters:
          - {name: id, in: path, required: true, schema: {type: integer, format: int64}}
        get:
          operationId: read
          responses:
            "200":
              description: Fine
              content:
                application/json: {schema: {$ref: "#/components/schemas/Pet"}}
                application/xml: {schema: {$ref: "#/components/schemas/Pet"}}
            "404":
              description: It isn't there
              content:
                application/json: {schema: {$ref: "#/components/schemas/Error"}}
                application/xml: {schema: {$ref: "#/components/schemas/Error"}}
        post:
          operationId: upload
          requestBody:
            required: true
            content:
              multipart/form-data:
                schema:
                  type: object
                  required: [note, photo]
                  properties:
                    note: {type: string}
                    photo: {type: string, format: binary}
                    tags: {type: array, items: {type: string}}
          responses:
            "204": {description: Taken}
      /form:
        post:
          operationId: form
          requestBody:
            required: true
            content:
              application/x-www-form-urlencoded:
                schema:
                  type: object
                  required: [a]
                  properties:
                    a: {type: string}
                    many: {type: array, items: {type: integer}}
                    some: {type: array, items: {type: integer}}
                    bars: {type: array, items: {type: integer}}
                encoding:
                  many: {style: form, explode: true}
                  some: {style: form, explode: false}
                  bars: {style: pipeDelimited, explode: false}
          responses:
            "200":
              description: Fine
              content: {application/json: {schema: {type: object, properties: {ok: {type: boolean}}}}}
      /file:
        get:
          operationId: file
          responses:
            "200": {description: Fine, content: {application/pdf: {schema: {type: string, format: binary}}}}
    components:
      securitySchemes:
        key: {type: apiKey, in: header, name: X-Key}
        basic: {type: http, scheme: basic}
        oauth:
          type: oauth2
          flows:
            authorizationCode:
              authorizationUrl: https://shop.example/auth
              tokenUrl: https://shop.example/token
              scopes: {read: Reads, write: Writes}
      parameters:
        limit: {name: limit, in: query, schema: {type: integer, format: int32, minimum: 1, maximum: 100, default: 20}}
      responses:
        Missing: {description: It isn't there, content: {application/json: {schema: {$ref: "#/components/schemas/Error"}}}}
      schemas:
        Error:
          type: object
          required: [message]
          properties: {message: {type: string}, detail: {type: string, nullable: true}}
        Pet:
          type: object
          discriminator: {propertyName: kind}
          required: [id, kind]
          properties:
            id: {type: integer, format: int64, readOnly: true}
            kind: {type: string}
            name: {type: string, nullable: true}
            age: {type: integer, minimum: 0, exclusiveMinimum: true}
        cat:
          allOf:
            - $ref: "#/components/schemas/Pet"
            - {type: object, properties: {lives: {type: integer}}}

    """
}
