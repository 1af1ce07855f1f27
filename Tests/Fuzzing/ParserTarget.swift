import PlumblineJSONTree

/// The parser, the serializer and the readers of the tape, on arbitrary bytes.
///
/// Seeds: json-test-suite/test_parsing json-test-suite/test_transform json-corpora/roundtrip json-corpora/jsonchecker
package enum ParserTarget {
  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    let limits = JSONLimits(depth: 64)
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument.parse(input, file: "f", limits: limits)
    } catch {
      precondition(error.offset <= input.count && !error.message.isEmpty && error.excerpt.hasSuffix("^"))
      precondition(error.code == .tooDeep || ReferenceGrammar.nodes(in: input) == nil, "a JSON text was refused")
      return
    }
    precondition(ReferenceGrammar.nodes(in: input) == document.tape.count, "the tape has other nodes than the text")
    checkWriting(document)
    checkReading(document)
  }

  /// Checks that a serialized value reads back as the same value, and that serializing it again gives the same text.
  private static func checkWriting(_ document: JSONDocument) {
    let value = document.root
    let compact = value.serialized()
    let again = parsed(compact)
    precondition(again == value && again.hashValue == value.hashValue)
    precondition(again.serialized() == compact)
    precondition(again.document.tape.count == document.tape.count)
    let pretty = parsed(value.serialized(.pretty))
    precondition(pretty == value && pretty.serialized() == compact)
    precondition(value.difference(from: pretty).isEmpty)
  }

  private static func parsed(_ bytes: [UInt8]) -> JSON {
    do throws(JSONSyntaxError) { return try JSON.parse(bytes) } catch { preconditionFailure("\(error)") }
  }

  /// Checks that every way of reading a value gives the same result.
  private static func checkReading(_ document: JSONDocument) {
    var repeats = 0
    document.withReader { reader in
      for node in 0..<document.tape.count {
        let value = JSON(document, node)
        switch reader.kind(node) {
        case .string:
          let text = document.string(node)
          precondition(reader.scalarCount(node) == text.unicodeScalars.count)
          precondition(reader.isText(node, Array(text.utf8)) && reader.decodedText(node) == Array(text.utf8))
        case .number:
          let number = reader.number(node)
          precondition(reader.compare(node, number) == 0 && number.int == reader.int(node))
          precondition(number.isInteger == reader.isInteger(node))
          precondition(reader.shortInteger(node) == nil || reader.shortInteger(node) == number.shortInteger)
        case .object:
          var last: [[UInt8]: Int] = [:]
          for key in reader.keys(of: node) where last.updateValue(key, forKey: reader.decodedText(key)) != nil {
            repeats += 1
          }
          for (key, member) in last {
            precondition(reader.member(node, key, hash: KeyHash(key).payload) == member)
            precondition(!reader[member].isShadowed)
          }
        case .array:
          precondition(value.elements.reduce(0) { count, _ in count + 1 } == value.count)
        default: break
        }
        precondition(value.location.line >= 1 && value.location.column >= 1)
        // If keys are repeated, a pointer leads to the last one.
        if node < 32, !document.hasDuplicateKeys, let found = document.root.at(value.pointer) {
          precondition(found.node == node || found.node == node + 1)
        }
      }
    }
    precondition(document.hasDuplicateKeys == (repeats > 0))
    precondition(document.duplicateKeys.count == min(repeats, 100))
  }
}
