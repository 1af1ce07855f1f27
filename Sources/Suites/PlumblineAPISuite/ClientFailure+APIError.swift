import Foundation
import PlumblineAPIClient
import PlumblineVerification

extension ClientFailure {
  /// Creates a failure from an error that an ``APIClient`` threw, for the suites of clients that are built on it.
  package init(of error: any Error) {
    guard let error = error as? APIError else {
      self.init(describing: error)
      return
    }
    let message = error.errorDescription ?? "\(error)"
    switch error {
    case .unauthorized: self.init(.unauthorized, message: message)
    case .forbidden: self.init(.forbidden, message: message)
    case .notFound: self.init(.notFound, message: message)
    case .validationError: self.init(.validation, message: message)
    case .conflict: self.init(.conflict, message: message)
    case .serverError: self.init(.server, message: message)
    case .networkError: self.init(.network, message: message)
    case .decoding(let failure): self.init(.decoding, message: message, codingPath: failure.pointer)
    }
  }
}
