import Foundation
import PlumblineJSONTree
import PlumblineRecordings
import TestSupport
import Testing

/// The import and export of HAR files on the command line.
@Suite struct HARCommandTests {
  private func files(_ folder: TemporaryFolder, _ name: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: "\(folder.path)/\(name)")?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix(".json") }.sorted()
  }

  /// Returns a folder with copies of some of the repository's files.
  private func folder(of names: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in names { try folder.copy(repositoryRoot.appending(path: name), to: name) }
    return folder
  }

  /// Returns the content of a recording in a canonical form.
  private func recording(_ text: String) throws -> String {
    let loaded = RecordingLoader.load([.init(endpoint: "x", name: "y", path: "y.json", bytes: Array(text.utf8))])
    return String(decoding: RecordingWriter.text(of: try #require(loaded.recordings.first)), as: UTF8.self)
  }

  @Test(arguments: ["truelog", "realityportal", "photoscout"])
  func `what is exported comes back as the same recordings`(service: String) async throws {
    let exported = try await plumbline("export", "har", service)
    #expect(exported.status == 0, "\(exported.errors)")
    #expect(exported.errors.isEmpty, "\(exported.errors)")
    let root = try exported.json
    let entries = try #require(root["log"]?["entries"])
    HARForm.check(root)
    let folder = try self.folder(of: "Contracts")
    try folder.write(exported.output, to: "all.har")
    let dry = try await plumbline("import", "har", "all.har", service, "--dry-run", folder: folder.path)
    #expect(dry.status == 0 && files(folder, "Recordings").isEmpty, "\(dry)")
    let imported = try await plumbline("import", "har", "all.har", service, folder: folder.path)
    #expect(imported.status == 0, "\(imported)")
    let names = files(folder, "Recordings/\(service)")
    #expect(names.count == entries.count)
    #expect(try names == files(self.folder(of: "Recordings"), "Recordings/\(service)"))
    for name in names {
      let mine = try recording(folder.text(of: "Recordings/\(service)/\(name)"))
      let url = repositoryRoot.appending(path: "Recordings/\(service)/\(name)")
      #expect(try mine == recording(String(contentsOf: url, encoding: .utf8)), "\(name)")
    }
    let again = try await plumbline("import", "har", "all.har", service, folder: folder.path)
    #expect(again.lines.contains("  unchanged \(names.count) recordings"), "\(again)")
    let linted = try await plumbline("lint", service, folder: folder.path)
    #expect(linted.status == 0, "\(linted)")
  }

  /// Returns an entry with the members that various tools add.
  private func entry(
    _ method: String, _ url: String, _ status: Int, _ body: String, headers: String = "", request: String = "",
    content: String = "", more: String = ""
  ) -> String {
    #"""
    { "startedDateTime": "2026-11-20T10:00:00.000+01:00", "time": 12.5\#(more),
      "request": { "method": "\#(method)", "url": "\#(url)", "httpVersion": "h2", "cookies": [], "queryString": [],
        "headers": [{ "name": ":authority", "value": "www.truelog.site" }, { "name": "x-api-key", "value": "k-real-123456" },
          { "name": "authorization", "value": "Bearer t-real-123456789" }\#(headers)]\#(request), "headersSize": -1, "bodySize": -1 },
      "response": { "status": \#(status), "statusText": "", "httpVersion": "h2", "cookies": [], "redirectURL": "",
        "headers": [{ "name": "content-type", "value": "application/json" }],
        "content": { "size": 1, "mimeType": "application/json"\#(content), "text": \#(JSON(body)) } } }
    """#
  }

  @Test func `a capture of a browser or a proxy becomes imported recordings, and what they don't hold is named`()
    async throws
  {
    let folder = try self.folder(of: "Contracts", "Recordings")
    try FileManager.default.removeItem(atPath: "\(folder.path)/Recordings/truelog/users.list")
    let users = #"{"success":true,"data":[{"id":3,"name":"Ada Real","email":"ada.real@corp-mail.com","type":"AGENT"}]}"#
    let packed = Data(users.utf8).base64EncodedString()
    let site = "https://www.truelog.site"
    let entries = [
      entry(
        "GET", "\(site)/api/v1/users", 200, packed, content: #", "encoding": "base64""#,
        more: #", "timings": { "wait": 12.5 }, "serverIPAddress": "10.1.2.3", "_initiator": { "type": "script" }"#),
      entry("GET", "https://cdn.example.net/app.js", 200, "x"),
      entry("GET", "\(site)/api/v2/widgets/7", 200, #"{"id":7}"#),
    ]
    try folder.write(#"{ "log": { "version": "1.2", "entries": [\#(entries.joined(separator: ","))] } }"#, to: "s.har")
    let imported = try await plumbline("import", "har", "s.har", "truelog", folder: folder.path)
    #expect(imported.status == 0, "\(imported)")
    let text = try folder.text(of: "Recordings/truelog/users.list/success.json")
    let recording = try JSON.parse(text)
    #expect(recording["provenance"]?["kind"] == "imported")
    #expect(recording["provenance"]?["on"] == "2026-11-20")
    #expect(recording["provenance"]?["from"] == "s.har")
    #expect(recording["response"]?["body"]?["data"]?.count == 1)
    for secret in ["real-123456", "ada.real@corp-mail.com"] { #expect(!text.contains(secret), "\(text)") }
    #expect(
      imported.output.contains("skipped   1 entry with https://cdn.example.net, which isn't a server of truelog"),
      "\(imported)")
    #expect(imported.output.contains("timings (1), addresses of servers (1), _initiator (1)"), "\(imported)")
    #expect(files(folder, "Recordings/truelog/undocumented").count == 1, "\(imported)")
    let linted = try await plumbline("lint", "truelog", folder: folder.path)
    #expect(linted.status == 0, "\(linted)")
  }

  @Test(arguments: [
    (["import", "har"], "import har needs files and a service"),
    (["import", "har", "a.har"], "import har needs files and a service"),
    (["import", "har", "truelog", "a.har"], "import har ends with the service"),
    (["import", "har", "a.har", "trulog"], "did you mean \"truelog\"?"),
    (["import", "har", "none.har", "truelog"], "can't be read"),
    (["import", "har", "a.har", "truelog", "--conflicts", "keep"], "--conflicts applies only to contracts"),
    (["export", "har"], "Usage: plumbline export har SERVICE"),
    (["export", "pdf", "truelog"], "export supports openapi, har and pact, not \"pdf\""),
  ])
  func `wrong usage is reported with what would be right`(words: [String], told: String) async throws {
    let folder = try self.folder(of: "Contracts", "Recordings")
    try folder.write(#"{ "log": { "entries": [] } }"#, to: "a.har")
    let finished = try await plumbline(arguments: words, folder: folder.path)
    #expect(finished.status == 2 && finished.errors.contains(told), "\(finished)")
  }
}

/// The structure of a HAR file according to its specification, with its members, their types, and which of them are
/// required.
enum HARForm {
  private static let optional: Set<String> = [
    "pages", "pageref", "postData", "params", "text", "encoding", "path", "domain", "expires", "httpOnly", "secure",
    "fileName", "contentType", "comment",
  ]
  private static let members: [String: [String: JSONKind]] = [
    "log": ["version": .string, "creator": .object, "pages": .array, "entries": .array],
    "creator": ["name": .string, "version": .string],
    "entry": [
      "startedDateTime": .string, "time": .number, "request": .object, "response": .object, "cache": .object,
      "timings": .object,
    ],
    "request": [
      "method": .string, "url": .string, "httpVersion": .string, "cookies": .array, "headers": .array,
      "queryString": .array, "postData": .object, "headersSize": .number, "bodySize": .number,
    ],
    "response": [
      "status": .number, "statusText": .string, "httpVersion": .string, "cookies": .array, "headers": .array,
      "content": .object, "redirectURL": .string, "headersSize": .number, "bodySize": .number,
    ],
    "cookie": [
      "name": .string, "value": .string, "path": .string, "domain": .string, "expires": .string, "httpOnly": .bool,
      "secure": .bool,
    ],
    "header": ["name": .string, "value": .string], "queryItem": ["name": .string, "value": .string],
    "postData": ["mimeType": .string, "params": .array, "text": .string, "encoding": .string],
    "param": ["name": .string, "value": .string],
    "content": ["size": .number, "mimeType": .string, "text": .string, "encoding": .string],
    "timings": ["send": .number, "wait": .number, "receive": .number], "cache": [:],
  ]
  private static let elements = [
    "entries": "entry", "cookies": "cookie", "headers": "header", "queryString": "queryItem", "params": "param",
  ]

  static func check(_ root: JSON) {
    check(root["log"] ?? .null, as: "log", at: "log")
  }

  private static func check(_ value: JSON, as kind: String, at place: String) {
    guard let known = members[kind] else {
      Issue.record("\(place): nothing is known of \(kind)")
      return
    }
    for (name, type) in known {
      guard let member = value[name] else {
        #expect(optional.contains(name), "\(place) has no \(name)")
        continue
      }
      #expect(member.kind == type, "\(place).\(name)")
      if let inner = elements[name], type == .array {
        for (index, element) in member.elements.enumerated() {
          check(element, as: inner, at: "\(place).\(name)[\(index)]")
        }
      } else if type == .object {
        check(member, as: name, at: "\(place).\(name)")
      }
    }
    for (name, _) in value.members where !name.hasPrefix("_") {
      #expect(known[name] != nil, "\(place) has \(name), which HAR doesn't know")
    }
  }
}
