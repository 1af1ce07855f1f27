import Foundation
import PlumblineContractModel
import PlumblineRecordings
import PlumblineWorkspace
import TestSupport
import Testing

struct LoadingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.writeService("alpha")
  }

  private func load() throws -> LoadedService {
    try Workspace.find(from: folder.path).load("alpha")
  }

  @Test func `a service has its contract and its recordings`() throws {
    let service = try load()
    #expect(service.problems == [])
    #expect(service.name == "alpha")
    #expect(service.contract?.title == "The alpha API")
    #expect(service.contract?.endpoints.map(\.id) == ["pings.get"])
    #expect(service.contract?.location.file == "Contracts/alpha/contract.json")
    #expect(service.recordings.map(\.id) == ["pings.get/ok"])
    #expect(service.recordings.first?.location.file == "Recordings/alpha/pings.get/ok.json")
    #expect(!service.hasErrors)
  }

  @Test func `an unreadable recording is one problem, however many name it`() throws {
    let seeded = TemporaryFolder.contract("alpha").replacingOccurrences(
      of: #""envelope": null"#,
      with: ##""envelope": null, "collections": { "pings": { "item": {}, "seed": "pings.get/broken" } }"##)
    try folder.write(seeded, to: "Contracts/alpha/contract.json")
    #expect(try load().problems.contains { $0.message.contains("starts with \"pings.get/broken\"") })
    try folder.write("{", to: "Recordings/alpha/pings.get/broken.json")
    let service = try load()
    #expect(service.refusedRecordings == ["pings.get/broken"])
    #expect(service.problems.map(\.location.file) == ["Recordings/alpha/pings.get/broken.json"], "\(service.problems)")
  }

  @Test func `every service is loaded in order`() throws {
    try folder.writeService("Beta")
    try folder.writeService("10")
    let workspace = try Workspace.find(from: folder.path)
    #expect(try workspace.load().map(\.name) == ["10", "Beta", "alpha"])
    #expect(try workspace.load(named: ["alpha", "10"]).map(\.name) == ["alpha", "10"])
  }

  @Test func `a service needs no recordings`() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/Recordings")
    let service = try load()
    #expect(service.problems == [])
    #expect(service.recordings.isEmpty)
  }

  @Test func `hidden files and files of other kinds are passed over`() throws {
    for name in ["Contracts/alpha/.draft.json", "Recordings/alpha/.x.json", "Recordings/alpha/pings.get/.y.json"] {
      try folder.write("no JSON", to: name)
    }
    for name in ["Contracts/alpha/README.md", "Recordings/alpha/notes.txt", "Recordings/alpha/pings.get/notes.txt"] {
      try folder.write("no JSON", to: name)
    }
    #expect(try load().problems == [])
  }

  @Test func `the maps of released versions are read in the order of the releases`() throws {
    for version in ["2.10", "2.9", "2.9.1", "3.0-beta"] {
      try folder.write("{}", to: "Contracts/alpha/released/\(version).json")
    }
    let service = try load()
    #expect(service.problems == [])
    #expect(service.releases.map(\.name) == ["2.9", "2.9.1", "2.10", "3.0-beta"])
    #expect(service.releases.first?.path == "Contracts/alpha/released/2.9.json")
    #expect(service.whenServed.releases.count == 4)
  }

  @Test func `a file that isn't a released map is reported at its place`() throws {
    try folder.write("notes", to: "Contracts/alpha/released/notes.txt")
    try folder.makeFolder("Contracts/alpha/released/old")
    let told = try load().problems.map(\.description)
    #expect(
      told
        == ["notes.txt", "old"].map {
          "Contracts/alpha/released/\($0):1:1: warning: This folder is for the field usage maps of released versions, such as 2.3.json; "
            + "this file isn't read."
        })
  }

  @Test func `links are followed`() throws {
    try folder.write(TemporaryFolder.recording, to: "elsewhere/one.json")
    try folder.link("Recordings/alpha/pings.get/linked.json", to: folder.path + "/elsewhere/one.json")
    try folder.link("Recordings/beta", to: folder.path + "/Recordings/alpha")
    try folder.link("Contracts/beta", to: folder.path + "/Contracts/alpha")
    #expect(try load().recordings.map(\.name) == ["linked", "ok"])
    #expect(try Workspace.find(from: folder.path).services == ["alpha", "beta"])
  }

  @Test func `a link that leads nowhere is a problem, and the rest is read`() throws {
    try folder.link("Recordings/alpha/pings.get/lost.json", to: folder.path + "/nowhere.json")
    let service = try load()
    #expect(
      service.problems.map(\.description) == [
        "Recordings/alpha/pings.get/lost.json:1:1: The file can't be read: No such file or directory."
      ])
    #expect(service.recordings.map(\.name) == ["ok"])
  }

  @Test func `a contract with a file that can't be read is no contract`() throws {
    try folder.link("Contracts/alpha/lost.json", to: folder.path + "/nowhere.json")
    let service = try load()
    #expect(service.contract == nil)
    #expect(service.problems.contains { $0.description.hasPrefix("Contracts/alpha/lost.json:1:1: ") })
  }

  @Test func `a pipe is refused instead of waited for`() throws {
    #expect(mkfifo(folder.path + "/Recordings/alpha/pings.get/pipe.json", 0o600) == 0)
    let service = try load()
    #expect(
      service.problems.map(\.description) == [
        "Recordings/alpha/pings.get/pipe.json:1:1: The file can't be read: It isn't a regular file."
      ])
  }

  @Test func `bytes that are no UTF-8 are a problem of their file`() throws {
    try folder.write([0x7B, 0x22, 0xFF, 0x22, 0x7D], to: "Contracts/alpha/broken.json")
    try folder.write([0x7B, 0x22, 0xC3, 0x28, 0x22, 0x7D], to: "Recordings/alpha/pings.get/broken.json")
    let service = try load()
    #expect(service.contract == nil)
    let files = Set(service.problems.filter { $0.level == .error }.map(\.location.file))
    #expect(files == ["Contracts/alpha/broken.json", "Recordings/alpha/pings.get/broken.json"])
    #expect(service.recordings.map(\.name) == ["ok"])
  }

  @Test func `a value where none belongs is a warning`() throws {
    try folder.write(TemporaryFolder.recording, to: "Recordings/alpha/stray.json")
    try folder.makeFolder("Recordings/alpha/ping.get")
    try folder.write(TemporaryFolder.recording, to: "Recordings/alpha/pings.get/deeper/one.json")
    try folder.makeFolder("Contracts/alpha/drafts")
    let service = try load()
    #expect(
      service.problems.map(\.description) == [
        "Contracts/alpha/drafts:1:1: warning: The files of a contract must be in one folder, so this subfolder isn't read.",
        "Recordings/alpha/ping.get:1:1: warning: The folder \"ping.get\" isn't named after an endpoint of alpha; "
          + "did you mean \"pings.get\"?",
        "Recordings/alpha/pings.get/deeper:1:1: warning: Recordings must be directly in the folder of their endpoint, "
          + "so this subfolder isn't read.",
        "Recordings/alpha/stray.json:1:1: warning: A recording belongs in the folder of its endpoint: "
          + "alpha/<endpoint id>/stray.json.",
      ])
    #expect(service.contract != nil)
    #expect(!service.hasErrors)
  }

  @Test func `a recording of no endpoint is a problem once`() throws {
    try folder.write(TemporaryFolder.recording, to: "Recordings/alpha/ping.get/ok.json")
    let problems = try load().problems
    #expect(problems.map(\.location.file) == ["Recordings/alpha/ping.get/ok.json"])
  }

  @Test func `a contract whose service isn't its folder is refused`() throws {
    try folder.write(TemporaryFolder.contract("alfa"), to: "Contracts/alpha/contract.json")
    let service = try load()
    #expect(service.contract == nil)
    #expect(
      service.problems.map(\.message) == [
        "The contract's service is \"alfa\", but its folder is \"alpha\"; give both the same name."
      ])
  }

  @Test func `folders that belong to no service are strays`() throws {
    try folder.makeFolder("Contracts/empty")
    try folder.makeFolder("Recordings/alpa")
    let workspace = try Workspace.find(from: folder.path)
    #expect(
      workspace.strays.map(\.description) == [
        "Contracts/empty:1:1: warning: The folder \"empty\" has no contract.json, so it isn't a service.",
        "Recordings/alpa:1:1: warning: The folder \"alpa\" isn't named after a service; did you mean \"alpha\"?",
      ])
  }
}
