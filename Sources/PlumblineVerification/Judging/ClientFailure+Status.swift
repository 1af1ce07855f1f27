extension ClientFailure.Kind {
  /// The kinds in which a client may report an answer with a failure status (RFC 9110 section 15.5 and 15.6).
  package static func fitting(status: Int) -> Set<ClientFailure.Kind> {
    switch status {
    case 401: [.unauthorized]
    case 403: [.forbidden]
    case 404, 410: [.notFound]
    case 409, 412, 423: [.conflict]
    case 400, 413, 414, 415, 422: [.validation]
    case 500...: [.server]
    default: [.server, .other]
    }
  }
}
