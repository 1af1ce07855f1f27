import PlumblineJSONSchema
import PlumblineJSONTree

/// What a recording's file must look like: `recording.schema.json`, which editors use too.
enum RecordingFormat {
  /// The compiled schema. It is part of this package, so that it can't be missing or wrong in use.
  static let schema: Schema = {
    let name = "recording.schema.json"
    do {
      let document = try JSONDocument.parse(PackageResources.recording_schema_json, file: name)
      return try SchemaLibrary(documents: [name: document], formats: .assertion).compile(document.root, base: name)
    } catch {
      preconditionFailure("The embedded \(name) can't be used: \(error)")
    }
  }()
}
