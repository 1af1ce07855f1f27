import Foundation
import PlumblineAPIClient
import Testing

@Suite struct APIErrorTests {
  @Test func `the texts of the six documented cases are the documented ones`() {
    #expect(APIError.unauthorized.errorDescription == "Session expired. Please login again.")
    #expect(APIError.notFound.errorDescription == "Resource not found.")
    #expect(APIError.forbidden("f").errorDescription == "f")
    #expect(APIError.validationError("v").errorDescription == "v")
    #expect(APIError.serverError("s").errorDescription == "s")
    let cause = URLError(.timedOut)
    #expect(APIError.networkError(cause).errorDescription == cause.localizedDescription)
  }

  @Test func `the two that no document names tell what happened too`() {
    #expect(APIError.conflict("c").errorDescription == "c")
    let failure = DecodingFailure(pointer: "/data/id", expected: "an integer", endpoint: "GET /a")
    #expect(
      APIError.decoding(failure).errorDescription
        == "The response to GET /a couldn't be decoded: expected an integer at /data/id.")
  }
}
