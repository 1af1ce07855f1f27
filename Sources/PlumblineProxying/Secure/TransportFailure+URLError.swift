import Foundation
import PlumblineHTTPMessages

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportFailure {
  /// What an error of URLSession means.
  init(_ error: any Error, server: String) {
    guard let code = (error as? URLError)?.code else {
      self.init(kind: .other, message: "\(server) can't be reached: \(error.localizedDescription)")
      return
    }
    switch code {
    case .cannotFindHost, .dnsLookupFailed:
      self.init(kind: .nameNotFound, message: "\(server) has no address.")
    case .cannotConnectToHost: self.init(kind: .connectionRefused, message: "\(server) refused the connection.")
    case .networkConnectionLost: self.init(kind: .connectionReset, message: "\(server) reset the connection.")
    case .timedOut: self.init(kind: .timeout, message: "\(server) didn't answer in time.")
    case .cancelled: self.init(kind: .cancelled, message: "The request to \(server) was cancelled.")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      self.init(
        kind: .tls, message: "\(server) has no certificate that this machine trusts: \(error.localizedDescription)")
    case .badServerResponse, .cannotParseResponse:
      self.init(kind: .malformedResponse, message: "\(server) sent no valid HTTP answer.")
    case .dataLengthExceedsMaximum:
      self.init(kind: .other, message: "A \(server) request with a body needs a method that has one.")
    default:
      // On Linux a failed handshake has no code of its own, only the TLS library's words.
      let words = error.localizedDescription
      let isTLS = ["SSL", "TLS", "certificate"].contains { words.contains($0) }
      self.init(kind: isTLS ? .tls : .other, message: "\(server) can't be reached: \(words)")
    }
  }
}
