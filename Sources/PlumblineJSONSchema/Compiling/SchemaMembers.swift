import PlumblineJSONTree

/// The keywords of one schema object with their values, as its dialect knows them.
struct SchemaMembers {
  private(set) var known: [(keyword: SchemaKeyword, value: JSON)] = []
  private(set) var unknown: [(name: String, value: JSON)] = []

  init(_ schema: JSON, _ dialect: Dialect) {
    let document = schema.document
    var key = schema.node + 1
    let end = document.next(schema.node)
    while key < end {
      if !document.tape[key].isShadowed {
        let name = document.string(key)
        let value = JSON(document, key + 1)
        if let keyword = SchemaKeyword(name, in: dialect) {
          known.append((keyword, value))
        } else {
          unknown.append((name, value))
        }
      }
      key = document.next(key + 1)
    }
  }

  subscript(keyword: SchemaKeyword) -> JSON? { known.first { $0.keyword == keyword }?.value }
}
