import Foundation
import PlumblineWorkspace
import TestSupport
import Testing

/// Imports, which are either complete or absent. An import that was interrupted is started over by the next one.
struct CutOffImportTests {
  private static let document = """
    {
      "openapi": "3.0.3", "info": { "title": "Shop", "version": "1" },
      "paths": {
        "/items": {
          "get": {
            "tags": ["Items"], "operationId": "listItems",
            "responses": {
              "200": {
                "description": "All", "content": {
                  "application/json": {
                    "schema": { "type": "array", "items": { "type": "string" } }, "example": ["Nail"]
                  }
                }
              }
            }
          }
        },
        "/orders": { "post": { "tags": ["Orders"], "responses": { "201": { "description": "Made" } } } }
      }
    }
    """

  private func workspace() throws -> (folder: TemporaryFolder, workspace: Workspace) {
    let folder = try TemporaryFolder()
    try folder.write(Self.document, to: "shop.json")
    try folder.write("{}", to: "Contracts/contract.schema.json")
    try folder.write("{}", to: "Recordings/recording.schema.json")
    return (folder, Workspace(contracts: "\(folder.path)/Contracts", base: folder.path))
  }

  private func plan(in folder: TemporaryFolder, _ workspace: Workspace) throws -> ImportPlan {
    try workspace.import(.openapi, "\(folder.path)/shop.json", as: "shop").plan(in: workspace)
  }

  private func files(in folder: TemporaryFolder) throws -> [String: String] {
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where !path.contains(".plumbline-") || !path.contains(".tmp") {
      files[path] = (try? folder.text(of: path)) ?? ""
    }
    return files
  }

  @Test func `a new service that was cut off at any step is imported by the next run`() throws {
    let whole = try workspace()
    try plan(in: whole.folder, whole.workspace).write()
    let expected = try files(in: whole.folder)
    #expect(expected.keys.contains { $0.hasPrefix("Recordings/shop/") && $0.hasSuffix(".json") })
    for steps in 0..<200 {
      let (folder, workspace) = try workspace()
      let first = try plan(in: folder, workspace)
      let isWritten = (try? first.write(on: FailingDisk(.killed, after: steps))) != nil
      // A partial import doesn't count as a service.
      if folder.has("Contracts/shop/contract.json") {
        #expect(expected.keys.allSatisfy { folder.has($0) }, "after \(steps) steps")
      }
      workspace.home(of: "shop").settle()
      try plan(in: folder, workspace).write()
      #expect(try files(in: folder) == expected, "after \(steps) steps")
      if isWritten { return }
    }
    Issue.record("No number of steps was enough.")
  }

  @Test(arguments: [FailingDisk.Kind.full, .broken])
  func `a disk that is full leaves nothing of a new service`(kind: FailingDisk.Kind) throws {
    for steps in 0..<200 {
      let (folder, workspace) = try workspace()
      let before = try files(in: folder)
      let plan = try plan(in: folder, workspace)
      if (try? plan.write(on: FailingDisk(kind, after: steps))) != nil { return }
      #expect(try files(in: folder) == before, "after \(steps) steps")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains(".tmp") })
    }
    Issue.record("No number of steps was enough.")
  }

  @Test func `a merge that was cut off at any step ends as one that wasn't`() throws {
    let changed = Self.document.replacing("\"/orders\"", with: "\"/purchases\"").replacing("Nail", with: "Screw")
    func begun() throws -> (folder: TemporaryFolder, workspace: Workspace) {
      let made = try workspace()
      try plan(in: made.folder, made.workspace).write()
      try made.folder.write(changed, to: "shop.json")
      return made
    }
    let whole = try begun()
    try plan(in: whole.folder, whole.workspace).write()
    let expected = try files(in: whole.folder)
    for steps in 0..<200 {
      let (folder, workspace) = try begun()
      let isWritten = (try? plan(in: folder, workspace).write(on: FailingDisk(.killed, after: steps))) != nil
      workspace.home(of: "shop").settle()
      let again = try plan(in: folder, workspace)
      #expect(again.conflicts.isEmpty, "after \(steps) steps")
      try again.write()
      #expect(try files(in: folder) == expected, "after \(steps) steps")
      if isWritten { return }
    }
    Issue.record("No number of steps was enough.")
  }
}
