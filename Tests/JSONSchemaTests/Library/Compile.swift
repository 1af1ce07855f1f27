import PlumblineJSONSchema
import PlumblineJSONTree

/// Compiles a schema text as a file of its own.
func compile(_ text: String, files: [String: String] = [:], base: String = "") throws -> Schema {
  var documents: [String: JSONDocument] = [:]
  for (name, text) in files { documents[name] = try JSONDocument.parse(text, file: name) }
  return try SchemaLibrary(documents: documents).compile(JSON.parse(text, file: "schema.json"), base: base)
}
