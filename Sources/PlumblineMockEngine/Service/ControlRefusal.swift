import PlumblineHTTPMessages
import PlumblineJSONTree

/// The rejection of a control request: a status, a code for programs, and a human-readable sentence.
struct ControlRefusal: Error {
  let status: Int
  let code: String
  let message: String
  let headers: HeaderFields

  static func foreign(_ code: String, _ message: String) -> ControlRefusal {
    ControlRefusal(status: 403, code: code, message: message)
  }

  static func notFound(_ message: String) -> ControlRefusal {
    ControlRefusal(status: 404, code: "NOT_FOUND", message: message)
  }

  static func invalid(_ message: String) -> ControlRefusal {
    ControlRefusal(status: 422, code: "INVALID", message: message)
  }

  /// Returns the error for an exchange that can't be saved as a recording.
  static func unfit(_ reason: String) -> ControlRefusal {
    let end = reason.hasSuffix(".") ? "" : "."
    return ControlRefusal(status: 409, code: "NO_RECORDING", message: "The exchange can't be recorded: \(reason)\(end)")
  }

  init(status: Int, code: String, message: String, headers: HeaderFields = [:]) {
    self.status = status
    self.code = code
    self.message = message
    self.headers = headers
  }

  init(_ error: SessionError) {
    self.init(status: error.status, code: error.code, message: error.description)
  }

  var response: Response {
    var response = ControlJSON.response(status, ["error": JSON(code), "message": JSON(message)])
    for (name, value) in headers { response.headers.append(name: name, value: value) }
    return response
  }
}
