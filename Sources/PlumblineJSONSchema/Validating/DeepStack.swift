#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#else
  #error("Unsupported platform")
#endif

/// Runs work that recurses deeply on a thread with a large stack, and waits for the result.
///
/// A caller's thread may have no more than 512 KiB, and there is no way to determine how much of that is left.
enum DeepStack {
  /// The address space for the stack, of which only the part in use becomes memory. It provides 16 KiB for each of
  /// `Validator.farLimit` calls.
  private static let size = 64 << 20

  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Returns the result of the closure, or `nil` if no thread could be created.
  static func run<Result>(_ body: () -> Result) -> Result? {
    var result: Result?
    withoutActuallyEscaping({ result = body() }) { body in
      start(Work(body))
    }
    return result
  }

  private static func start(_ work: Work) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, size)
    let context = Unmanaged.passRetained(work)
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, &attributes, { DeepStack.perform($0) }, context.toOpaque())
      if status == 0, let thread { pthread_join(thread, nil) } else { context.release() }
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, &attributes, { DeepStack.perform($0) }, context.toOpaque())
      if status == 0 { pthread_join(thread, nil) } else { context.release() }
    #endif
  }

  private static func perform(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
    return nil
  }
}
