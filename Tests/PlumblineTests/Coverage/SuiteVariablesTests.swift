import PlumblineVerification
import Testing

struct SuiteVariablesTests {
  @Test(arguments: Service.all)
  func `every variable that a call asks for is listed, and no other`(service: Service) async throws {
    let asked = Set(try await service.verify().flatMap(\.variables))
    #expect(service.suite.variables.map(\.name).sorted() == asked.sorted())
  }
}
