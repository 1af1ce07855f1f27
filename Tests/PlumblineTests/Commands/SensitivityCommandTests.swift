import PlumblineJSONTree
import TestSupport
import Testing

struct SensitivityCommandTests {
  @Test func `the help names its options`() async throws {
    let run = try await plumbline("field-usage", "--help")
    #expect(run.status == 0)
    for option in ["--save PATH", "--only PATTERN", "--timeout SECONDS", "--report", "--gate"] {
      #expect(run.output.contains("\n  \(option)"), "\(run)")
    }
  }

  @Test func `the command runs under its former name, too, and says the new one`() async throws {
    let run = try await plumbline("sensitivity", "--help")
    #expect(run.status == 0)
    #expect(run.errors == "plumbline: sensitivity is now called field-usage; the old name still works\n")
    #expect(try await plumbline("field-usage", "--help").output == run.output)
    let schema = try await plumbline("schema", "field-usage")
    #expect(try await plumbline("schema", "sensitivity").output == schema.output)
    let overview = try await plumbline("--help")
    #expect(overview.output.contains("\n  field-usage ") && !overview.output.contains("sensitivity"), "\(overview)")
  }

  @Test func `a signal ends the run, and what was found until then is reported`() async throws {
    let folder = try TemporaryFolder()
    let tool = RunningCommand(
      [
        "field-usage", "photoscout", "truelog", "--only", "plans.get: reads a plan", "--only", "tickets.*", "--only",
        "assets.*", "--only", "customers.*", "--report", "json=\(folder.path)/report.json",
        // The map of one service is finished, and the other one takes a while.
      ], interruptedAfter: "plans.get: ")
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 130, "\(run)")
    #expect(run.errors.contains("plumbline: the run was cut short by SIGINT"), "\(run)")
    let report = try JSON.parse(folder.text(of: "report.json"))
    #expect(report["exit"]?.int == 130)
    #expect(report["failure"]?.string?.contains("cut short by SIGINT") == true)
    #expect((report["summary"]?["variants"]?.int ?? 0) > 50)
  }

  @Test func `the map goes to standard output for people, and into a file for reviews`() async throws {
    let folder = try TemporaryFolder()
    let run = try await plumbline(
      "field-usage", "truelog", "--only", "users.list", "--save", "\(folder.path)/maps/truelog.json", "--report",
      "json=\(folder.path)/report.json")
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.isEmpty, "\(run)")
    #expect(run.output.hasPrefix("users.list: lists users; "), "\(run)")
    #expect(run.output.contains("\n  /data/*/id "), "\(run)")
    let map = try JSON.parse(folder.text(of: "maps/truelog.json"))
    #expect(map["plumbline"]?.int == 1)
    #expect(map["service"]?.string == "truelog")
    #expect(map["endpoints"]?.members.keys == ["users.list"])
    #expect(map["endpoints"]?["users.list"] == (try CommittedMap().root["endpoints"]?["users.list"]))
    let report = try JSON.parse(folder.text(of: "report.json"))
    #expect(report["command"]?.string == "field-usage")
    #expect(report["summary"]?["variants"]?.int ?? 0 > 100)
    #expect(report["summary"]?["endpoints"]?.int == 1)
  }

  @Test(arguments: [
    (["--only", "nothing.*"], "No successful call matches --only."),
    (["--timeout", "0"], #"--timeout takes seconds from 0.01 to 3600, not "0"."#),
    (["truelgo"], #"Unknown service "truelgo"; did you mean "truelog"?"#),
    (["--sav", "x"], "Unknown option --sav; did you mean --save?"),
  ])
  func `a wrong command line is reported and ends with 2`(words: [String], told: String) async throws {
    let tool = RunningCommand(["field-usage"] + words)
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 2, "\(run)")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(told), "\(run)")
  }

  @Test func `a map that can't be written is reported`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a file, no folder", to: "taken")
    let run = try await plumbline(
      "field-usage", "truelog", "--only", "users.list", "--save", "\(folder.path)/taken/map.json")
    #expect(run.status == 2)
    #expect(run.errors.contains("taken can't be made: A file with that name already exists."), "\(run)")
  }

  @Test func `lint reports an outdated map`() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    try folder.copy(Suite.recordings.appendingPathComponent("truelog"), to: "Recordings/truelog")
    let fresh = try await plumbline("lint", folder: folder.path)
    #expect(fresh.status == 0, "\(fresh)")
    #expect(!(fresh.output + fresh.errors).contains("field-usage"), "\(fresh)")
    try folder.replace("\"/data/*/id\"", with: "\"/data/*/ident\"", in: "Contracts/truelog/field-usage.json")
    let stale = try await plumbline("lint", folder: folder.path)
    let told = stale.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(told.contains("Contracts/truelog/field-usage.json:"), "\(stale)")
    #expect(
      told.contains("fields that aren't in the map: /data/*/id; fields that no longer exist: /data/*/ident."),
      "\(stale)")
  }
}
