/// An input made to be slow, and what reads it.
///
/// The table of them is ``all``: a file an area, an entry an input.
///
/// ```swift
/// HostileCase("a chain of references", make: { OpenAPIChain.text($0) }, run: { _ = try OpenAPIDocument.read($0) })
/// ```
struct HostileCase {
  let name: String
  /// The size that measuring begins with, for inputs that are costly to make or slow from a few hundred on.
  let start: Int
  /// Makes an input, and returns the work to measure: reading it.
  let prepare: (Int) throws -> () throws -> Void

  /// - Parameters:
  ///   - start: the first size to try. It grows until a run can be measured.
  ///   - make: creates an input whose length is proportional to a size; it isn't measured.
  ///   - run: reads the input. An expected rejection of such an input is caught here.
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

  /// Every area's.
  static var all: [HostileCase] {
    redaction + journal + schemas + parameters + contracts + documents + inference + recordings + verification
  }

  /// Returns a string again and again.
  static func repeated(_ text: String, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * count)
    for _ in 0..<count { bytes.append(contentsOf: text.utf8) }
    return bytes
  }
}
