import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@testable import PlumblineVerification

@Suite struct AcceptedTextsTests {
  /// Returns the outcomes for texts, each of which was accepted or rejected.
  private static func texts(accepted: [String], refused: [String]) -> [(variant: Variant, result: VariantResult)] {
    func outcome(_ title: String, _ result: VariantResult) -> (variant: Variant, result: VariantResult) {
      let variant = Variant(
        standing: .allowed, change: .value, place: "/at", words: title, response: Response(status: 200))
      return (variant, result)
    }
    let failure = VariantResult.threw(ClientFailure(.decoding, message: "no"))
    return accepted.map { outcome($0, .returned) } + refused.map { outcome($0, failure) }
  }

  private static func pattern(accepted: [String], refused: [String]) -> String? {
    AcceptedTexts(texts(accepted: accepted, refused: refused)).pattern
  }

  @Test func `dates have the parts that were accepted`() {
    let refused = ["another text", "an empty text"]
    #expect(
      Self.pattern(
        accepted: ["a time with a fraction", "a time with an offset", "the last second"], refused: refused)
        == #"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$"#)
    #expect(
      Self.pattern(
        accepted: ["the last second"], refused: refused + ["a time with a fraction", "a time with an offset"])
        == #"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$"#)
    #expect(
      Self.pattern(accepted: ["a leap day"], refused: refused + ["the last second"]) == #"^\d{4}-\d{2}-\d{2}$"#)
  }

  @Test func `any text has no pattern, and one that may not be empty has`() {
    #expect(Self.pattern(accepted: ["another text", "an empty text"], refused: []) == nil)
    #expect(Self.pattern(accepted: ["another text"], refused: ["an empty text"]) == #"^[\s\S]+$"#)
    #expect(Self.pattern(accepted: [], refused: ["another text"]) == nil)
    #expect(Self.pattern(accepted: [], refused: []) == nil)
  }

  @Test func `a listed value is one that was accepted`() {
    var field = FieldSensitivity(
      "/state", kind: "string", outcomes: Self.texts(accepted: ["\"A.1\""], refused: ["\"B\""]))
    #expect(field.textPattern == nil)
    field.restrict(to: ["A.1", "B", "C"])
    #expect(field.textPattern == #"^(A\.1|C)$"#)
  }
}
