/// The reason why a text is rejected, before its line, column and excerpt are computed.
struct YAMLFault: Error {
  let code: YAMLSyntaxError.Code
  /// The place as a byte offset.
  let offset: Int
  /// A sentence that names the fault and its correction.
  let message: String

  init(_ code: YAMLSyntaxError.Code = .malformed, at offset: Int, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }
}

extension YAMLFault {
  static func tooDeep(at offset: Int, _ limit: Int) -> YAMLFault {
    YAMLFault(.tooDeep, at: offset, "Collections nest deeper than the limit of \(limit) levels.")
  }

  static func tooLarge(at offset: Int, _ limit: Int) -> YAMLFault {
    YAMLFault(
      .tooLarge, at: offset,
      "With its aliases expanded, the document exceeds the limit of \(limit) bytes; use fewer aliases.")
  }

  static func contradicted(_ tag: String, _ shown: String, at offset: Int) -> YAMLFault {
    YAMLFault(.contradictedTag, at: offset, "\(shown) isn't a \(tag); correct the value, or remove the tag.")
  }
}
