/// An input that is designed to be slow, and the code that reads it.
///
/// The table of all cases is ``all``, with one file per area and one entry per input.
///
/// ```swift
/// HostileCase("a chain of references", make: { OpenAPIChain.text($0) }, run: { _ = try OpenAPIDocument.read($0) })
/// ```
struct HostileCase {
  let name: String
  /// The first size to measure. It is small for inputs that are expensive to create or slow even at a few hundred.
  let start: Int
  /// A closure that creates an input and returns the work to measure: reading the input.
  let prepare: (Int) throws -> () throws -> Void

  /// Creates a case.
  ///
  /// - Parameters:
  ///   - start: The first size to try. It is increased until a run takes long enough to measure.
  ///   - make: A closure that creates an input whose length is proportional to a size. This isn't measured.
  ///   - run: A closure that reads the input. It must catch an expected rejection of the input.
  init<Input>(
    _ name: String, start: Int = 64, make: @escaping (Int) throws -> Input, run: @escaping (Input) throws -> Void
  ) {
    self.name = name
    self.start = start
    prepare = { size in
      let input = try make(size)
      return { try run(input) }
    }
  }

  /// The cases of all areas.
  static var all: [HostileCase] {
    redaction + journal + schemas + parameters + contracts + documents + inference + recordings + verification
  }

  /// Returns a string repeated the given number of times.
  static func repeated(_ text: String, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * count)
    for _ in 0..<count { bytes.append(contentsOf: text.utf8) }
    return bytes
  }
}
