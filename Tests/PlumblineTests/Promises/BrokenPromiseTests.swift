import PlumblineMockEngine
import Testing

/// A server of which one single thing isn't as its contract promises is found out, whatever that is.
struct BrokenPromiseTests {
  @Test(arguments: Service.all)
  func `every promise that is broken is found`(service: Service) async throws {
    var missed: [String] = []
    for broken in try BrokenPromise.all(of: service) {
      let findings = try await broken.findings()
      if findings.isEmpty { missed.append("\(broken.endpoint): \(broken.promise)") }
    }
    #expect(missed == [])
  }
}
