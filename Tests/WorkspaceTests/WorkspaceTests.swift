import PlumblineWorkspace
import TestSupport
import Testing

struct WorkspaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the nearest Contracts folder is found from below`() throws {
    try folder.writeService("alpha")
    try folder.writeService("beta", in: "inner")
    try folder.makeFolder("inner/a/b")
    let outer = try Workspace.find(from: folder.path)
    #expect(outer.contracts == folder.path + "/Contracts")
    #expect(outer.recordings == folder.path + "/Recordings")
    #expect(outer.services == ["alpha"])
    let inner = try Workspace.find(from: folder.path + "/inner/a/b")
    #expect(inner.contracts == folder.path + "/inner/Contracts")
    #expect(inner.services == ["beta"])
  }

  @Test func `no Contracts folder anywhere is said with what would help`() throws {
    let from = folder.path
    #expect {
      try Workspace.find(from: from)
    } throws: {
      "\($0)" == "There is no Contracts folder here or above (\(from)); name one with --contracts DIR."
    }
  }

  @Test func `a folder that an option names has to exist`() throws {
    try folder.writeService("alpha")
    let from = folder.path
    #expect {
      try Workspace.find(contracts: "Contrats", from: from)
    } throws: {
      "\($0)" == "No such folder: \"Contrats\"; --contracts must name an existing folder."
    }
    #expect {
      try Workspace.find(recordings: "Nothing", from: from)
    } throws: {
      "\($0)" == "No such folder: \"Nothing\"; --recordings must name an existing folder."
    }
  }

  @Test func `options win over what lies around`() throws {
    try folder.writeService("alpha")
    try folder.writeService("beta", in: "other")
    try folder.makeFolder("tapes")
    let workspace = try Workspace.find(contracts: "other/Contracts", from: folder.path)
    #expect(workspace.services == ["beta"])
    #expect(workspace.recordings == folder.path + "/other/Recordings")
    let tapes = try Workspace.find(contracts: "other/../other/./Contracts/", recordings: "tapes", from: folder.path)
    #expect(tapes.contracts == folder.path + "/other/Contracts")
    #expect(tapes.recordings == folder.path + "/tapes")
  }

  @Test func `services are the sorted folders with a contract`() throws {
    for name in ["beta", "alpha", ".hidden"] { try folder.writeService(name) }
    try folder.write("{}", to: "Contracts/contract.schema.json")
    try folder.write("{}", to: "Contracts/empty/other.json")
    let workspace = Workspace(contracts: folder.path + "/Contracts")
    #expect(workspace.services == ["alpha", "beta"])
    #expect(try workspace.services(named: []) == ["alpha", "beta"])
    #expect(try workspace.services(named: ["beta", "alpha", "beta"]) == ["beta", "alpha"])
  }

  @Test func `an unknown service gets the nearest`() throws {
    try folder.writeService("truelog")
    let workspace = Workspace(contracts: folder.path + "/Contracts")
    #expect {
      try workspace.services(named: ["trulog"])
    } throws: {
      "\($0)" == "Unknown service \"trulog\"; did you mean \"truelog\"?"
    }
  }

  @Test func `contracts without any service are an error`() throws {
    try folder.makeFolder("Contracts")
    let workspace = try Workspace.find(from: folder.path)
    #expect {
      try workspace.load()
    } throws: {
      "\($0)" == "Contracts contains no service: a service is a folder there that has a contract.json."
    }
  }

  @Test func `paths are shown relative to the current folder`() {
    let workspace = Workspace(contracts: "Contracts", base: "/work/project")
    #expect(workspace.shown("/work/project/Contracts/a.json") == "Contracts/a.json")
    #expect(workspace.shown("Contracts/../b.json") == "b.json")
    #expect(workspace.shown("/work/projects/a.json") == "/work/projects/a.json")
    #expect(workspace.shown("/work/project") == ".")
    #expect(
      workspace.home(of: "alpha").path(ofRecording: "ok", of: "pings.get")
        == "/work/project/Recordings/alpha/pings.get/ok.json")
  }
}
