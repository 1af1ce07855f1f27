import Foundation

/// Certificate authorities that are trusted besides those of the machine: a company's, or a server's own self-signed
/// certificate.
package struct TrustedAuthorities: Sendable, Hashable {
  /// A file without certificates.
  package struct Unreadable: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// A Boolean value that indicates whether a process can choose its authorities. On Apple's platforms that is up to the
  /// keychain.
  package static var areSupported: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// The file's path: certificates in PEM (RFC 7468).
  package let file: String

  package init(file: String) throws(Unreadable) {
    guard let bytes = FileManager.default.contents(atPath: file) else {
      throw Unreadable(description: "\(file) can't be read.")
    }
    guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
      throw Unreadable(description: "\(file) contains no PEM certificate (\"-----BEGIN CERTIFICATE-----\").")
    }
    self.file = file
  }

  /// The bundles that URLSession reads on Linux.
  private static let usual = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/usr/share/ssl/certs/ca-bundle.crt",
  ]

  /// The authorities of `SSL_CERT_FILE`, which OpenSSL and most tools read; `nil` if it isn't set, can't be read, or has the
  /// authorities that are trusted anyway.
  package init?(environment: [String: String]) {
    guard Self.areSupported, let file = environment["SSL_CERT_FILE"], !file.isEmpty, !Self.usual.contains(file),
      let authorities = try? TrustedAuthorities(file: file)
    else { return nil }
    self = authorities
  }

  /// The advice for a certificate that isn't trusted.
  package static var remedy: String {
    areSupported
      ? "pass the certificate of the authority that signed it (PEM) with --ca FILE, or SSL_CERT_FILE in the environment"
      : "add the certificate of the authority that signed it to the keychain"
  }
}
