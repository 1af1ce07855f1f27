/// What the parser throws: a fault at an offset, before lines and words are worked out.
struct SyntaxFault: Error {
  var code: JSONSyntaxError.Code
  var offset: Int
  var expected: String
  /// Words that replace the description of the byte at `offset`.
  var found: String?
  /// A sentence that replaces the usual one.
  var message: String?

  init(
    _ code: JSONSyntaxError.Code, at offset: Int, expected: String, found: String? = nil, message: String? = nil
  ) {
    self.code = code
    self.offset = offset
    self.expected = expected
    self.found = found
    self.message = message
  }
}
