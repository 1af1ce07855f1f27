import PlumblineJSONSchema
import PlumblineJSONTree

extension MediaContent {
  /// XML text generated from the schema of the described value; `nil` for contents of other kinds, if the contract
  /// provides a string itself, and if its schema rejects the generated one.
  package var madeMarkup: String? {
    guard MediaType.isXML(mediaType), SampleFile.bytes(of: mediaType) == nil, let schema, !schema.listsValues,
      let value = try? (inner ?? schema).example().get()
    else { return nil }
    let text = markup(of: value)
    return schema.isValid(JSON(text)) ? text : nil
  }
}
