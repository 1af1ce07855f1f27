import Foundation

/// Certificate authorities that are trusted in addition to those of the machine, such as a company's authority or a
/// server's own self-signed certificate.
package struct TrustedAuthorities: Sendable, Hashable {
  /// The error for a file without certificates.
  package struct Unreadable: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// A Boolean value that indicates whether a process can choose its authorities. On Apple platforms, the keychain
  /// determines them.
  package static var areSupported: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// The path of the file that contains the certificates, in PEM format (RFC 7468).
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

  /// The bundles of authorities that URLSession on Linux reads.
  private static let usual = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/usr/share/ssl/certs/ca-bundle.crt",
  ]

  /// Reads the authorities in `SSL_CERT_FILE`, which OpenSSL and most tools use. Returns `nil` if the variable isn't
  /// set, if its file can't be read, or if the file contains the authorities that are trusted anyway.
  package init?(environment: [String: String]) {
    guard Self.areSupported, let file = environment["SSL_CERT_FILE"], !file.isEmpty, !Self.usual.contains(file),
      let authorities = try? TrustedAuthorities(file: file)
    else { return nil }
    self = authorities
  }

  /// Advice for users when a certificate isn't trusted.
  package static var remedy: String {
    areSupported
      ? "pass the certificate of the authority that signed it (PEM) with --ca FILE, or SSL_CERT_FILE in the environment"
      : "add the certificate of the authority that signed it to the keychain"
  }
}
