import PlumblineJSONTree
import PlumblineWorkspace

/// The JSON report of an earlier run.
struct ReportFile: Sendable {
  let root: JSON
  let path: String

  init(_ path: String) throws {
    self.path = path
    let bytes = try FileSystem.read(path)
    do {
      root = try JSON.parse(bytes, file: path)
    } catch {
      throw UsageError("\(error.location): \(error.message)")
    }
    guard root["plumbline"]?.int == 1, root["command"] != nil else {
      throw UsageError("\(path) isn't a plumbline JSON report: verify --report json=PATH writes one.")
    }
  }

  /// A Boolean value that indicates whether the run was against the mock.
  var isMock: Bool { root["target"]?.stringEquals("mock") ?? false }
  var isVerification: Bool { root["command"]?.stringEquals("verify") ?? false }
}
