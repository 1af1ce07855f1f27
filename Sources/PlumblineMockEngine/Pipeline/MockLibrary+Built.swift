import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Responses generated from the contract, and the mock's own responses.
extension MockLibrary {
  /// Returns an error that the contract doesn't document.
  func built(
    _ status: Int, code: String? = nil, at endpoint: Endpoint? = nil, message: String, details: JSON? = nil,
    headers: HeaderFields = [:]
  ) -> OutgoingResponse {
    var response = failures.response(status, code: code, at: endpoint, message: message, details: details)
    for (name, value) in headers { response.headers.append(name: name, value: value) }
    return OutgoingResponse(Labels.adding(Labels.built, to: response))
  }

  /// Returns an error as defined by the contract.
  func built(
    _ failure: Failure, status: Int?, for reading: RequestReading, about credential: String? = nil, message: String,
    details: JSON? = nil, isAsked: Bool = false
  ) -> OutgoingResponse {
    let response = failures.response(
      failure, status: status, at: reading.endpoint, accepted: reading.accept, about: credential, message: message,
      details: details, isAsked: isAsked)
    return OutgoingResponse(Labels.adding(Labels.built, to: response))
  }

  /// Returns an error with an example body from the contract.
  func built(_ failure: Failure, status: Int?, for reading: RequestReading, showing body: JSON) -> OutgoingResponse {
    let response = failures.response(
      failure, status: status, at: reading.endpoint, accepted: reading.accept, message: "", isAsked: true,
      showing: body)
    return OutgoingResponse(Labels.adding(Labels.built, to: response))
  }
}
