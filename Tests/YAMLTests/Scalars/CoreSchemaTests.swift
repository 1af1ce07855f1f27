import PlumblineJSONTree
import PlumblineYAML
import Testing

struct CoreSchemaTests {
  private func read(_ scalar: String) throws -> String {
    String(decoding: try YAMLDocument.parse("- \(scalar)\n").bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  @Test(arguments: [
    ("~", "null"), ("null", "null"), ("Null", "null"), ("NULL", "null"), ("", "null"), ("nULL", #""nULL""#),
    ("nulls", #""nulls""#), ("true", "true"), ("True", "true"), ("TRUE", "true"), ("false", "false"),
    ("False", "false"), ("FALSE", "false"), ("tRue", #""tRue""#), ("yes", #""yes""#), ("off", #""off""#),
    ("y", #""y""#), ("~~", #""~~""#),
  ])
  func `null and the booleans have three spellings each`(scalar: String, json: String) throws {
    #expect(try read(scalar) == json)
  }

  @Test(arguments: ["0", "-0", "12", "-7", "1.10", "1e3", "1E+2", "-2.50e-3", "123456789012345678901234567890.5"])
  func `a number that JSON has stays as it is written`(scalar: String) throws {
    #expect(try read(scalar) == scalar)
  }

  @Test(arguments: [
    ("+1", "1"), (".5", "0.5"), ("-.5", "-0.5"), ("1.", "1.0"), ("007", "7"), ("-00", "-0"), ("+.5e3", "0.5e3"),
    ("00.10", "0.10"), ("0x1F", "31"), ("0xff", "255"), ("0o17", "15"), ("0x0", "0"),
    ("0xFFFFFFFFFFFFFFFFFFFFFFFF", "79228162514264337593543950335"), ("0o2000000000000", "137438953472"),
  ])
  func `a number that JSON writes otherwise becomes a decimal`(scalar: String, json: String) throws {
    #expect(try read(scalar) == json)
  }

  @Test(arguments: [
    "1.2.3", "2026-11-23", "12:30", "0b1", "1_000", "-0x1F", "0x", "0xG", "0o8", ".", "+", "-.", "1e", "1e+", ".e3",
    "0x1.8", "--1", "+-1", "inf", ".infinity", "nan", "-.nan", "1 2",
  ])
  func `what the schema doesn't list is a text`(scalar: String) throws {
    #expect(try read(scalar) == "\"\(scalar)\"")
  }

  @Test(arguments: [".inf", "-.Inf", "+.INF", ".nan", ".NaN", ".NAN"])
  func `infinities and no numbers are refused by name`(scalar: String) throws {
    let error = try #require(throws: YAMLSyntaxError.self) { try read(scalar) }
    #expect(error.code == .notFinite)
    #expect(error.message.contains(" \(scalar);"))
  }

  @Test(arguments: [
    ("!!str 5", #""5""#), ("! 5", #""5""#), ("!!int 5", "5"), (#"!!int "5""#, "5"), ("!!float 5", "5"),
    ("!!null ~", "null"), ("!!bool 'true'", "true"), ("!!str", #""""#), ("!<tag:yaml.org,2002:str> ~", #""~""#),
    ("!!seq []", "[]"), ("!!map {}", "{}"), ("! []", "[]"),
  ])
  func `the schema's tags say what a scalar is`(scalar: String, json: String) throws {
    #expect(try read(scalar) == json)
  }

  @Test(arguments: [
    ("!!int 1.5", "'1.5' isn't a !!int"), ("!!bool 1", "'1' isn't a !!bool"), ("!!int", "An empty value isn't a !!int"),
    ("!!float x", "'x' isn't a !!float"), ("!!seq x", "A scalar isn't a !!seq"), ("!!map []", "A list isn't a !!map"),
    ("!!seq {}", "A mapping isn't a !!seq"), ("!!str []", "A list isn't a !!str"), ("!!null 'x'", "'x' isn't a !!null"),
  ])
  func `a value that contradicts its tag is refused`(scalar: String, message: String) throws {
    let error = try #require(throws: YAMLSyntaxError.self) { try read(scalar) }
    #expect(error.code == .contradictedTag && error.message.hasPrefix(message), "\(error)")
  }

  @Test func `a number of many digits in another base is refused, as a decimal it is read`() throws {
    let digits = String(repeating: "9", count: 5000)
    #expect(try read(digits) == digits)
    let error = try #require(throws: YAMLSyntaxError.self) { try read("0x" + digits) }
    #expect(error.code == .tooLarge)
  }
}
