import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// A valid value for a path parameter, chosen so that most likely no item has it.
///
/// The value satisfies the parameter's schema, so that a server that validates identifiers first doesn't reject its
/// format. It is deterministic for a schema, so that a dry run shows exactly what a run sends.
enum AbsentIdentifier {
  /// Candidate values that fit most schemas. The numbers fit 32 bits.
  private static let usual = [
    "1987654321", "198765", "00000000-0000-4000-8000-00000badc0de", "plumbline-absent", "1987-06-05",
    "1987-06-05T04:03:02Z", "absent@plumbline.example",
  ]
  /// Seeds that produce less obvious letters and digits in strings with a pattern.
  private static let seeds: [UInt64] = [8_765, 4_321, 7]

  /// Returns the value for a parameter. If only a few values are allowed, such as those of an `enum`, it is one of
  /// them. If no valid value is found, it is a number.
  static func text(for parameter: Parameter) -> String {
    usual.first { fits($0, parameter) } ?? made(for: parameter) ?? usual[0]
  }

  /// Returns a value generated from the schema's bounds and patterns. The schema's examples aren't used, because real
  /// items may have them.
  private static func made(for parameter: Parameter) -> String? {
    for size in [GenerationSize.maximal, .minimal, .typical] {
      for seed in seeds {
        guard case .success(let value) = parameter.schema.generate(size, seed: seed),
          let text = ProbeIdentifiers.text(value), !["", ".", ".."].contains(text), fits(text, parameter)
        else { continue }
        return text
      }
    }
    return nil
  }

  private static func fits(_ text: String, _ parameter: Parameter) -> Bool {
    parameter.schema.isValid(parameter.isPlain ? parameter.reading(segment: text) : parameter.value(ofList: text))
  }
}
