import Foundation

/// Answers of an API without an envelope: the status tells whether it worked, and the body is the value itself.
extension ResponseInterpreter {
  /// The value of a successful answer.
  public func bare<Value: Decodable>(
    _ response: APIResponse, of type: Value.Type = Value.self
  ) throws(APIError) -> Value {
    try checkStatus(response)
    do {
      return try makeDecoder().decode(Value.self, from: response.body)
    } catch {
      throw .decoding(DecodingFailure(error, body: response.body, endpoint: endpoint))
    }
  }
}
