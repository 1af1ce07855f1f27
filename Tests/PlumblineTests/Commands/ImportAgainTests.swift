import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// Repeated runs of `plumbline import` for a document whose service already exists.
struct ImportAgainTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns a document with some substrings replaced.
  private static func document(_ edits: (String, String)...) -> String {
    var text = """
      {
        "openapi": "3.0.3", "info": { "title": "Shop", "version": "1" },
        "paths": {
          "/items/{id}": {
            "get": {
              "tags": ["Items"], "operationId": "getItem", "summary": "One item",
              "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }],
              "responses": {
                "200": {
                  "description": "An item",
                  "content": {
                    "application/json": {
                      "schema": { "$ref": "#/components/schemas/Item" }, "example": { "id": 7, "name": "Nail" }
                    }
                  }
                }
              }
            }
          },
          "/orders": {
            "post": { "tags": ["Orders"], "operationId": "order", "responses": { "201": { "description": "Made" } } }
          }
        },
        "components": {
          "schemas": {
            "Item": {
              "type": "object", "required": ["id"],
              "properties": { "id": { "type": "integer" }, "name": { "type": "string" } }
            }
          }
        }
      }
      """
    for (old, new) in edits {
      precondition(text.contains(old))
      text = text.replacingOccurrences(of: old, with: new)
    }
    return text
  }

  private func imports(_ text: String, _ options: String...) async throws -> Finished {
    try folder.write(text, to: "shop.json")
    return try await plumbline(arguments: ["import", "openapi", "shop.json"] + options, folder: folder.path)
  }

  private func json(_ name: String) throws -> JSON { try JSON.parse(try text(name)) }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  /// Replaces a string in a file, as a person would.
  private func edit(_ name: String, _ old: String, _ new: String) throws {
    let before = try text(name)
    try #require(before.contains(old), "\(before)")
    try folder.write(before.replacingOccurrences(of: old, with: new), to: name)
  }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder.path)/\(name)") }

  @Test func `the same document changes nothing`() async throws {
    _ = try await imports(Self.document())
    let before = try text("Contracts/shop/imported.json")
    let run = try await imports(Self.document())
    #expect(
      run.status == 0 && run.output.hasPrefix("Contracts/shop is up to date with shop.json.\n")
        && !run.output.contains("Assumed"), "\(run)")
    #expect(try text("Contracts/shop/imported.json") == before)
    let lint = try await plumbline("lint", "shop", folder: folder.path)
    #expect(lint.status == 0, "\(lint)")
  }

  @Test func `what the document changed is followed, and what a person added stays`() async throws {
    _ = try await imports(Self.document())
    try edit(
      "Contracts/shop/items.json", "\"summary\": \"One item\"", "\"x-note\": \"ours\", \"summary\": \"One item\"")
    let orders = try text("Contracts/shop/orders.json")
    try folder.write("{ \"waivers\": [] }", to: "Contracts/shop/notes.txt")
    let run = try await imports(
      Self.document(("One item", "An item by its id"), ("\"name\": \"Nail\"", "\"name\": \"Screw\"")))
    #expect(run.status == 0 && run.output.contains("1 endpoint changed: getItem"), "\(run)")
    #expect(run.output.contains("1 recording changed: getItem/example"), "\(run)")
    let endpoint = try json("Contracts/shop/items.json")["endpoints"]?["getItem"]
    #expect(endpoint?["x-note"] == "ours")
    #expect(endpoint?["summary"] == "An item by its id")
    #expect(try json("Recordings/shop/getItem/example.json")["response"]?["body"]?["name"] == "Screw")
    #expect(try text("Contracts/shop/orders.json") == orders)
    #expect(exists("Contracts/shop/notes.txt"))
    let verified = try await plumbline("verify", "--direct", "shop", folder: folder.path)
    #expect(verified.status == 0, "\(verified)")
  }

  @Test func `a seed that no longer fits is reported, and no empty folder stays`() async throws {
    _ = try await imports(Self.document())
    try edit(
      "Contracts/shop/contract.json", "\"schemas\"",
      "\"collections\": { \"items\": { \"item\": { \"$ref\": \"#/schemas/Item\" }, \"key\": \"/id\", \"seed\": [{ \"id\": 1 }] } }, \"schemas\""
    )
    let run = try await imports(
      Self.document(
        ("\"required\": [\"id\"]", "\"required\": [\"id\", \"name\"]"),
        (", \"example\": { \"id\": 7, \"name\": \"Nail\" }", "")))
    #expect(run.status == 1 && run.errors.contains("no longer match the contract"), "\(run)")
    #expect(run.errors.contains("Contracts/shop/contract.json:") && run.errors.contains("'name' is missing"), "\(run)")
    #expect(!exists("Recordings/shop/getItem"))
  }

  @Test func `a document of another name changes no endpoint, and which schema changed is named`() async throws {
    _ = try await imports(Self.document())
    try folder.write(Self.document(), to: "second.json")
    let moved = try await plumbline(arguments: ["import", "openapi", "second.json", "shop"], folder: folder.path)
    #expect(moved.output.contains("2 endpoints unchanged, from a different document: getItem, order"), "\(moved)")
    #expect(moved.output.contains("1 recording unchanged, from a different document: getItem/example"), "\(moved)")
    #expect(!moved.output.contains(" changed"))
    #expect(try json("Contracts/shop/items.json")["endpoints"]?["getItem"]?["source"] == "second.json, GET /items/{id}")
    let edit = ("\"name\": { \"type\": \"string\" }", "\"name\": { \"type\": \"string\", \"maxLength\": 9 }")
    try folder.write(Self.document(edit), to: "second.json")
    let changed = try await plumbline(arguments: ["import", "openapi", "second.json", "shop"], folder: folder.path)
    #expect(changed.output.contains("1 shared member changed: contract.json#/schemas/Item"), "\(changed)")
    #expect(
      !changed.output.contains("a different document") && !changed.output.contains("endpoint changed"), "\(changed)")
  }

  @Test func `what both changed is shown every time, until it is decided`() async throws {
    _ = try await imports(Self.document())
    try edit("Contracts/shop/items.json", "One item", "Our words")
    let changed = Self.document(("One item", "Their words"))
    for _ in 0..<2 {
      let run = try await imports(changed)
      #expect(run.status == 1 && run.output.contains("1 conflict above:"), "\(run)")
      #expect(run.errors.contains("Contracts/shop/items.json:"), "\(run)")
      #expect(
        run.errors.contains("conflict: getItem, /summary is \"Our words\" here, but \"Their words\" in shop.json:6:"),
        "\(run)")
      #expect(try json("Contracts/shop/items.json")["endpoints"]?["getItem"]?["summary"] == "Our words")
    }
    let kept = try await imports(changed, "--conflicts", "keep")
    #expect(kept.status == 0, "\(kept)")
    let again = try await imports(changed)
    #expect(again.status == 0, "\(again)")
    #expect(try json("Contracts/shop/items.json")["endpoints"]?["getItem"]?["summary"] == "Our words")
    let taken = try await imports(Self.document(("One item", "Other words")), "--conflicts", "take")
    #expect(taken.status == 0, "\(taken)")
    #expect(try json("Contracts/shop/items.json")["endpoints"]?["getItem"]?["summary"] == "Other words")
  }

  @Test func `a conflict in what endpoints share has both places as well`() async throws {
    _ = try await imports(Self.document())
    let own = try json("Contracts/shop/contract.json").replacing("/schemas/Item/required", with: ["name"])
    try folder.write(try #require(own).prettyText, to: "Contracts/shop/contract.json")
    let run = try await imports(Self.document((#""required": ["id"],"#, #""required": ["id", "name"],"#)))
    #expect(run.status == 1, "\(run)")
    let line = try #require(run.errors.split(separator: "\n").first { $0.contains("conflict: ") }, "\(run)")
    #expect(line.hasPrefix("Contracts/shop/contract.json:") && line.contains("in shop.json:"), "\(line)")
  }

  @Test func `what was removed here and changed there stays out, and is said`() async throws {
    _ = try await imports(Self.document())
    try edit("Contracts/shop/items.json", "\"description\": \"An item\"", "\"x-note\": \"ours\"")
    let run = try await imports(Self.document(("An item", "Their words")))
    #expect(run.status == 1, "\(run)")
    #expect(
      run.errors.contains(
        "conflict: getItem, /success/200/description was removed here, but changed in shop.json:10:")
        && run.errors.contains(". It stays removed."), "\(run)")
    let answer = try json("Contracts/shop/items.json")["endpoints"]?["getItem"]?["success"]?["200"]
    #expect(answer?["x-note"] == "ours")
    #expect(answer?["description"] == nil)
  }

  @Test func `an endpoint that is gone goes with its file, unless it was edited`() async throws {
    _ = try await imports(Self.document())
    let text = Self.document()
    let start = try #require(text.range(of: "    \"/orders\""))
    let end = try #require(text.range(of: "  \"components\""))
    let less = text[..<start.lowerBound] + "    \"/none\": {}\n  },\n" + text[end.lowerBound...]
    let dry = try await imports(String(less), "--dry-run")
    #expect(dry.status == 0 && dry.output.contains("Nothing was written"), "\(dry)")
    #expect(exists("Contracts/shop/orders.json"))
    let run = try await imports(String(less))
    #expect(run.status == 0 && run.output.contains("1 endpoint dropped: order"), "\(run)")
    #expect(!exists("Contracts/shop/orders.json"))
    _ = try await imports(Self.document())
    try edit("Contracts/shop/orders.json", "POST /orders", "POST /orders/new")
    let conflict = try await imports(String(less))
    #expect(conflict.status == 1 && conflict.errors.contains("order was changed here, but removed from"), "\(conflict)")
    #expect(exists("Contracts/shop/orders.json"))
  }

  @Test func `an endpoint keeps what people added when it gets another id or file`() async throws {
    _ = try await imports(Self.document())
    try edit(
      "Contracts/shop/items.json", "\"summary\": \"One item\"", "\"x-note\": \"ours\", \"summary\": \"One item\"")
    try FileManager.default.moveItem(
      atPath: "\(folder.path)/Contracts/shop/items.json", toPath: "\(folder.path)/Contracts/shop/things.json")
    let recording = try text("Recordings/shop/getItem/example.json")
    try folder.write(recording, to: "Recordings/shop/getItem/mine.json")
    let run = try await imports(Self.document(("\"getItem\"", "\"fetchItem\"")))
    #expect(run.status == 0, "\(run)")
    #expect(try json("Contracts/shop/things.json")["endpoints"]?["fetchItem"]?["x-note"] == "ours")
    #expect(!exists("Contracts/shop/items.json"))
    #expect(exists("Recordings/shop/fetchItem/mine.json"))
    #expect(exists("Recordings/shop/fetchItem/example.json"))
    #expect(!exists("Recordings/shop/getItem/mine.json"))
    #expect(!exists("Recordings/shop/getItem/example.json"))
  }

  @Test func `what a person uses stays though the document has it no longer`() async throws {
    _ = try await imports(Self.document())
    try edit(
      "Contracts/shop/orders.json", "\"201\": {",
      "\"200\": { \"body\": { \"$ref\": \"contract.json#/schemas/Item\" } }, \"201\": {")
    let without = Self.document(
      ("{ \"$ref\": \"#/components/schemas/Item\" }", "{ \"type\": \"object\" }"), ("\"Item\": {", "\"Other\": {"))
    let run = try await imports(without)
    #expect(run.status == 0, "\(run)")
    #expect(try json("Contracts/shop/contract.json")["schemas"]?["Item"] != nil)
  }

  @Test func `files that are wrong, records that are wrong and other formats are refused, and nothing is written`()
    async throws
  {
    _ = try await imports(Self.document())
    let contract = try text("Contracts/shop/contract.json")
    let record = try text("Contracts/shop/imported.json")
    let changed = Self.document(("One item", "Their words"))
    try folder.write("{", to: "Contracts/shop/more.json")
    let wrong = try await imports(changed)
    #expect(wrong.status == 2 && wrong.errors.contains("Contracts/shop has errors"), "\(wrong)")
    #expect(wrong.errors.contains("Contracts/shop/more.json:1:"), "\(wrong)")
    try FileManager.default.removeItem(atPath: "\(folder.path)/Contracts/shop/more.json")
    for (text, message) in [
      ("{", "Contracts/shop/imported.json:1:"), ("{}", "This isn't a version 1 import record."),
      ("{ \"plumbline\": 1 }", "must name its format and its document"),
      ("{ \"plumbline\": 1, \"format\": \"openapi\", \"from\": \"a\" }", "must have \"files\""),
      (
        record.replacingOccurrences(of: "\"endpoints\": {", with: "\"endpoints\": { \"x\": 1,"),
        "Digests must be strings in objects."
      ),
    ] {
      try folder.write(text, to: "Contracts/shop/imported.json")
      let run = try await imports(changed)
      #expect(run.status == 2 && run.errors.contains(message), "\(run)")
      #expect(run.errors.contains("This file is written by import only: restore it from an earlier commit."), "\(run)")
    }
    try folder.write(record, to: "Contracts/shop/imported.json")
    let collection =
      "{ \"info\": { \"name\": \"Shop\", \"schema\": "
      + "\"https://schema.getpostman.com/json/collection/v2.1.0/collection.json\" }, \"item\": ["
      + "{ \"name\": \"One\", \"request\": { \"method\": \"GET\", \"url\": \"https://shop.example/one\" } }] }"
    try folder.write(collection, to: "collection.json")
    let other = try await plumbline("import", "postman", "collection.json", "shop", folder: folder.path)
    #expect(other.status == 2 && other.errors.contains("was imported with: import openapi shop.json"), "\(other)")
    let side = try await imports(changed, "--conflicts", "mine")
    #expect(side.status == 2 && side.errors.contains("--conflicts takes show, keep or take, not \"mine\""), "\(side)")
    #expect(try text("Contracts/shop/contract.json") == contract)
    #expect(try json("Contracts/shop/items.json")["endpoints"]?["getItem"]?["summary"] == "One item")
  }
}
