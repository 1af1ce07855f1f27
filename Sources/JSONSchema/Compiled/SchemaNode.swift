/// One subschema: its rules and its place.
struct SchemaNode: Sendable {
  var start: Int32
  var end: Int32
  var place: Int32
  var document: Int32

  var range: Range<Int> { Int(start)..<Int(end) }
}
