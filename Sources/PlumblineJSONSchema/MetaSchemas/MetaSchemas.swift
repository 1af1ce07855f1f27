import PlumblineJSONTree
import Synchronization

/// The published meta-schemas. Every library can refer to them by URI.
enum MetaSchemas {
  private static let parsed = Mutex<[String: JSONDocument]>([:])

  /// Returns the meta-schema with a URI, given without a fragment. It is parsed on first use.
  static func document(_ uri: String) -> JSONDocument? {
    guard let text = texts[uri] else { return nil }
    return parsed.withLock { documents in
      if let document = documents[uri] { return document }
      // Parsing can't fail: the texts are constants, and tests compile each of them.
      let document = try? JSONDocument.parse(text, file: uri)
      documents[uri] = document
      return document
    }
  }

  /// The published texts, from the files in this folder.
  private static let texts: [String: [UInt8]] = [
    "http://json-schema.org/draft-04/schema": PackageResources.draft_04_json,
    "http://json-schema.org/draft-06/schema": PackageResources.draft_06_json,
    "http://json-schema.org/draft-07/schema": PackageResources.draft_07_json,
    uri("2019-09", "schema"): PackageResources.draft2019_09_schema_json,
    uri("2019-09", "core"): PackageResources.draft2019_09_core_json,
    uri("2019-09", "applicator"): PackageResources.draft2019_09_applicator_json,
    uri("2019-09", "validation"): PackageResources.draft2019_09_validation_json,
    uri("2019-09", "meta-data"): PackageResources.draft2019_09_meta_data_json,
    uri("2019-09", "format"): PackageResources.draft2019_09_format_json,
    uri("2019-09", "content"): PackageResources.draft2019_09_content_json,
    uri("2020-12", "schema"): PackageResources.draft2020_12_schema_json,
    uri("2020-12", "core"): PackageResources.draft2020_12_core_json,
    uri("2020-12", "applicator"): PackageResources.draft2020_12_applicator_json,
    uri("2020-12", "unevaluated"): PackageResources.draft2020_12_unevaluated_json,
    uri("2020-12", "validation"): PackageResources.draft2020_12_validation_json,
    uri("2020-12", "meta-data"): PackageResources.draft2020_12_meta_data_json,
    uri("2020-12", "format-annotation"): PackageResources.draft2020_12_format_annotation_json,
    uri("2020-12", "format-assertion"): PackageResources.draft2020_12_format_assertion_json,
    uri("2020-12", "content"): PackageResources.draft2020_12_content_json,
  ]

  private static func uri(_ draft: String, _ name: String) -> String {
    "https://json-schema.org/draft/\(draft)/\(name == "schema" ? "" : "meta/")\(name)"
  }
}
