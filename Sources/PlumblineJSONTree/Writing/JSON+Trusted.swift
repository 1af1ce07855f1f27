extension JSON {
  /// The value of a text that this module wrote itself, at any depth.
  ///
  /// Past 256 MiB, the tape's limit, it stops the process like any allocation that can not be served.
  static func trusted(_ bytes: [UInt8], file: String = "") -> JSON {
    do throws(JSONSyntaxError) {
      return try JSONDocument.parse(bytes, file: file, limits: JSONLimits(depth: .max)).root
    } catch {
      preconditionFailure("A value written by PlumblineJSONTree can not be read back: \(error)")
    }
  }
}
