#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#else
  #error("Unsupported platform")
#endif

/// A thread with a large stack, for work that recurses deeply.
///
/// A caller's thread may have as little as 512 KiB of stack, and there is no way to determine how much of it is left.
enum DeepStack {
  /// The size of the stack. It provides 16 KiB for each of `Validator.farLimit` calls. Only the part in use occupies
  /// memory.
  private static let size = 64 << 20

  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Runs a closure on a thread with a large stack and waits for its result. Returns `nil` if the thread can't be
  /// created.
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
