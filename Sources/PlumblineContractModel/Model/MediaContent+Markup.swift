import PlumblineJSONSchema
import PlumblineJSONTree

extension MediaContent {
  /// XML generated from the schema of the described value. It is `nil` if the media type isn't XML, if the contract
  /// provides a string, or if the content's schema rejects the generated XML.
  package var madeMarkup: String? {
    guard MediaType.isXML(mediaType), SampleFile.bytes(of: mediaType) == nil, let schema, !schema.listsValues,
      let value = try? (inner ?? schema).example().get()
    else { return nil }
    let text = markup(of: value)
    return schema.isValid(JSON(text)) ? text : nil
  }
}
