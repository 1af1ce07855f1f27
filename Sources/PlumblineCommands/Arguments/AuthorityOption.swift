import PlumblineProxying
import PlumblineWorkspace

/// The option that adds certificate authorities to those that the machine trusts, for commands that call real servers.
struct AuthorityOption: Sendable {
  static let name = "--ca"
  static let specification = OptionSpecification(
    name, "FILE",
    "Also trust the certificates in this PEM file for https: a company's certificate authority, or a self-signed certificate. "
      + "The environment variable SSL_CERT_FILE does the same.")

  private let file: String?

  init(_ arguments: Arguments) throws(UsageError) {
    file = arguments.value(Self.name)
    if file != nil, !TrustedAuthorities.areSupported {
      throw UsageError("--ca isn't supported on this system: add the certificate to the keychain instead.")
    }
  }

  /// Returns the additional authorities to trust, or `nil` if only those that the machine trusts apply.
  func authorities(in surroundings: Surroundings) throws(UsageError) -> TrustedAuthorities? {
    guard let file else { return TrustedAuthorities(environment: surroundings.environment) }
    do throws(TrustedAuthorities.Unreadable) {
      return try TrustedAuthorities(file: file.hasPrefix("/") ? file : "\(WorkingFolder.path)/\(file)")
    } catch {
      throw UsageError("--ca: \(error)")
    }
  }
}
