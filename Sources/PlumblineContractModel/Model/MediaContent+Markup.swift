import PlumblineJSONSchema
import PlumblineJSONTree

extension MediaContent {
  /// A text in XML that is made of the schema of what is written in it; `nil` for contents of other kinds, where the contract shows
  /// a text itself, and where its schema wants another.
  package var madeMarkup: String? {
    guard MediaType.isXML(mediaType), SampleFile.bytes(of: mediaType) == nil, let schema, !schema.listsValues,
      let value = try? (inner ?? schema).example().get()
    else { return nil }
    let text = markup(of: value)
    return schema.isValid(JSON(text)) ? text : nil
  }
}
