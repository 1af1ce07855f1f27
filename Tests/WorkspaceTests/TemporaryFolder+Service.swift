import Foundation
import TestSupport

extension TemporaryFolder {
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: destination)
  }

  /// Returns the sorted names of everything in a folder, including hidden files.
  func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)").sorted()
  }
}

extension TemporaryFolder {
  /// Writes a service with one endpoint and one recording.
  func writeService(_ name: String, in folder: String = "") throws {
    let beginning = folder.isEmpty ? "" : folder + "/"
    try write(Self.contract(name), to: "\(beginning)Contracts/\(name)/contract.json")
    try write(Self.pings, to: "\(beginning)Contracts/\(name)/pings.json")
    try write(Self.recording, to: "\(beginning)Recordings/\(name)/pings.get/ok.json")
  }

  static func contract(_ service: String) -> String {
    """
    {
      "plumbline": 1, "service": "\(service)", "title": "The \(service) API",
      "servers": { "testing": { "url": "http://127.0.0.1:1" } },
      "envelope": null
    }
    """
  }

  static let pings = """
    {
      "endpoints": {
        "pings.get": {
          "summary": "Answer", "request": "GET /ping", "source": "A test",
          "success": { "200": { "body": { "type": "object" } } }
        }
      }
    }
    """

  static let recording = """
    {
      "provenance": { "kind": "authored", "on": "2026-11-20" },
      "request": { "method": "GET", "path": "/ping" },
      "response": { "status": 200, "headers": { "content-type": "application/json" }, "body": {} }
    }
    """
}
