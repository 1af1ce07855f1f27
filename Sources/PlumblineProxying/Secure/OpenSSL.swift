#if os(Linux)
  import Glibc

  /// The system's TLS library, loaded when it is needed. It is used because URLSession on Linux trusts a fixed file of
  /// authorities and doesn't allow a different one.
  ///
  /// It contains only those functions of OpenSSL 3 and 1.1 that a client needs. The initializer shows the name of each
  /// function in the manual.
  struct OpenSSL: @unchecked Sendable {
    // The struct is Sendable because it consists of functions in a library that is never unloaded.
    typealias Object = OpaquePointer

    static let shared = load()

    let clientMethod: @convention(c) () -> Object?
    let newContext: @convention(c) (Object?) -> Object?
    let freeContext: @convention(c) (Object?) -> Void
    let contextControl: @convention(c) (Object?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    let trustUsual: @convention(c) (Object?) -> Int32
    let trust: @convention(c) (Object?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
    let setVerify: @convention(c) (Object?, Int32, UnsafeRawPointer?) -> Void
    let new: @convention(c) (Object?) -> Object?
    let free: @convention(c) (Object?) -> Void
    let control: @convention(c) (Object?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    let setHost: @convention(c) (Object?, UnsafePointer<CChar>?) -> Int32
    let parameters: @convention(c) (Object?) -> Object?
    let setAddress: @convention(c) (Object?, UnsafePointer<CChar>?) -> Int32
    let memory: @convention(c) () -> Object?
    let newBuffer: @convention(c) (Object?) -> Object?
    let setBuffers: @convention(c) (Object?, Object?, Object?) -> Void
    let pending: @convention(c) (Object?) -> Int
    let take: @convention(c) (Object?, UnsafeMutableRawPointer?, Int32) -> Int32
    let give: @convention(c) (Object?, UnsafeRawPointer?, Int32) -> Int32
    let connect: @convention(c) (Object?) -> Int32
    let read: @convention(c) (Object?, UnsafeMutableRawPointer?, Int32) -> Int32
    let write: @convention(c) (Object?, UnsafeRawPointer?, Int32) -> Int32
    let error: @convention(c) (Object?, Int32) -> Int32
    let verifyResult: @convention(c) (Object?) -> Int
    let verifyText: @convention(c) (Int) -> UnsafePointer<CChar>?
    let nextError: @convention(c) () -> UInt
    let errorText: @convention(c) (UInt, UnsafeMutablePointer<CChar>?, Int) -> Void
    let clearErrors: @convention(c) () -> Void

    private init(_ library: UnsafeMutableRawPointer) throws(Missing) {
      clientMethod = try Self.load("TLS_client_method", from: library)
      newContext = try Self.load("SSL_CTX_new", from: library)
      freeContext = try Self.load("SSL_CTX_free", from: library)
      contextControl = try Self.load("SSL_CTX_ctrl", from: library)
      trustUsual = try Self.load("SSL_CTX_set_default_verify_paths", from: library)
      trust = try Self.load("SSL_CTX_load_verify_locations", from: library)
      setVerify = try Self.load("SSL_CTX_set_verify", from: library)
      new = try Self.load("SSL_new", from: library)
      free = try Self.load("SSL_free", from: library)
      control = try Self.load("SSL_ctrl", from: library)
      setHost = try Self.load("SSL_set1_host", from: library)
      parameters = try Self.load("SSL_get0_param", from: library)
      setAddress = try Self.load("X509_VERIFY_PARAM_set1_ip_asc", from: library)
      memory = try Self.load("BIO_s_mem", from: library)
      newBuffer = try Self.load("BIO_new", from: library)
      setBuffers = try Self.load("SSL_set_bio", from: library)
      pending = try Self.load("BIO_ctrl_pending", from: library)
      take = try Self.load("BIO_read", from: library)
      give = try Self.load("BIO_write", from: library)
      connect = try Self.load("SSL_connect", from: library)
      read = try Self.load("SSL_read", from: library)
      write = try Self.load("SSL_write", from: library)
      error = try Self.load("SSL_get_error", from: library)
      verifyResult = try Self.load("SSL_get_verify_result", from: library)
      verifyText = try Self.load("X509_verify_cert_error_string", from: library)
      nextError = try Self.load("ERR_get_error", from: library)
      errorText = try Self.load("ERR_error_string_n", from: library)
      clearErrors = try Self.load("ERR_clear_error", from: library)
    }

    /// Loads the library, or returns `nil` if it isn't installed or lacks one of the functions.
    private static func load() -> OpenSSL? {
      let files = ["libssl.so.3", "libssl.so.1.1", "libssl.so"]
      let library = files.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first
      return library.flatMap { try? OpenSSL($0) }
    }

    private struct Missing: Error {}

    private static func load<Function>(
      _ name: String, from library: UnsafeMutableRawPointer
    ) throws(Missing) -> Function {
      guard let symbol = dlsym(library, name) else { throw Missing() }
      return unsafeBitCast(symbol, to: Function.self)
    }

    /// The library's description of the last error.
    var lastError: String {
      let code = nextError()
      guard code != 0 else { return "the connection ended" }
      var text = [CChar](repeating: 0, count: 256)
      errorText(code, &text, text.count)
      return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }
  }
#endif
