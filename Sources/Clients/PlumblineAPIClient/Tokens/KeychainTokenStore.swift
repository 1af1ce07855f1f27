#if canImport(Security)
  import Foundation
  import Security

  /// A token store in the Apple keychain.
  ///
  /// This file compiles only on Apple platforms, and the project's tests run on Linux, so they don't cover it. Try it
  /// on a device before you rely on it.
  public actor KeychainTokenStore: TokenStoring {
    private let service: String
    private let account: String

    /// Creates a store for one generic password item.
    public init(service: String, account: String = "session") {
      self.service = service
      self.account = account
    }

    /// Returns the current token.
    ///
    /// - Throws: An `NSError` in the domain `NSOSStatusErrorDomain`.
    public func token() throws -> String? {
      var query = item
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return nil }
      try check(status)
      return (result as? Data).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Replaces the token atomically, or removes it if the new token is `nil`.
    public func setToken(_ token: String?) throws {
      guard let token else {
        let removed = SecItemDelete(item as CFDictionary)
        if removed != errSecItemNotFound { try check(removed) }
        return
      }
      let value: [String: Any] = [
        kSecValueData as String: Data(token.utf8),
        kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      let updated = SecItemUpdate(item as CFDictionary, value as CFDictionary)
      if updated != errSecItemNotFound {
        try check(updated)
        return
      }
      try check(SecItemAdd(item.merging(value) { $1 } as CFDictionary, nil))
    }

    private var item: [String: Any] {
      [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: account,
      ]
    }

    private func check(_ status: OSStatus) throws {
      guard status == errSecSuccess else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
    }
  }
#endif
