import PlumblineContractModel
import PlumblineJSONTree

/// The families of a contract's endpoints, and resources that almost form a family.
struct ResourceFamilies {
  /// The families, in the order of their endpoints. Each can at least create an item and show it, individually or in a
  /// list.
  private(set) var all: [ResourceFamily] = []
  /// The paths of resources that can be written but don't form a family, each with the requirement that is missing.
  var passedOver: [(path: String, reason: String)] {
    var seen = taken
    return missing.filter { seen.insert($0.path).inserted }
  }

  private let outline: SchemaOutline
  private var byLine: [String: ContractDraft.Endpoint] = [:]
  private var lines: [(method: String, path: String, endpoint: ContractDraft.Endpoint)] = []
  /// The indices of request lines by path.
  private var byPath: [String: [Int]] = [:]
  /// The indices of request lines whose paths end in a parameter, by the path without that parameter.
  private var below: [String: [Int]] = [:]
  /// The indices of request lines that find items by query parameters.
  private var finding: [Int] = []
  /// The names of the families that have been found.
  private var names: Set<String> = []
  /// The paths of the families that have been found.
  private var taken: Set<String> = []
  private var missing: [(path: String, reason: String)] = []
  /// The request lines of endpoints that already have a state, and of those that share their request line.
  private var apart: Set<String> = []

  init(in draft: ContractDraft, _ outline: SchemaOutline) {
    self.outline = outline
    for endpoint in draft.endpoints {
      guard let line = endpoint.value["request"]?.string, let space = line.firstIndex(of: " "), !line.contains("?")
      else { continue }
      let trimmed = ResourceFamily.plain(line)
      guard endpoint.value["state"] == nil, endpoint.value["when"] == nil else {
        apart.insert(trimmed)
        continue
      }
      byLine[trimmed] = byLine[trimmed] ?? endpoint
      lines.append((String(line[..<space]), String(trimmed[trimmed.index(after: space)...]), endpoint))
    }
    for (index, line) in lines.enumerated() {
      byPath[line.path, default: []].append(index)
      if let slash = line.path.lastIndex(of: "/"), line.path[slash...].hasPrefix("/{") {
        below[String(line.path[..<slash]), default: []].append(index)
      }
      if line.method == "GET", line.path.contains("/findBy"), !line.path.contains("{") { finding.append(index) }
    }
    for line in lines { addKeyed(line.path) }
    // Handle paths that contain single items' keys first.
    for line in lines where line.method == "POST" { addListed(line.path) }
  }

  /// Adds the family of a path that ends with an item's key.
  private mutating func addKeyed(_ path: String) {
    let segments = ResourceFamily.segments(path)
    guard Self.isPlain(segments), segments.count > 1, let key = segments.last.flatMap(ResourceFamily.parameter),
      let word = segments.dropLast().last, ResourceFamily.parameter(word) == nil
    else { return }
    let home = "/" + segments.dropLast().joined(separator: "/")
    let collection = collection(of: home, word)
    let (read, list) = (shown(at: path), shown(at: collection))
    let changes = changes(at: path, isRead: read != nil)
    let delete = byLine["DELETE \(path)"]
    let isChanged = delete != nil || !changes.isEmpty
    let post = byLine["POST \(collection)"] ?? byLine["POST \(collection)/create"]
    let put = apart.contains("POST \(collection)") ? nil : byLine["PUT \(path)"].flatMap { Self.makes($0) ? $0 : nil }
    guard let create = post ?? put else {
      guard isChanged, !apart.contains("POST \(collection)") else { return }
      let doubt = byLine["PUT \(path)"] == nil ? "" : ", and nothing says that PUT \(path) does"
      missing.append((collection, "no POST creates an item\(doubt)"))
      return
    }
    guard read != nil || list != nil else {
      let isShown = apart.contains("GET \(path)") || apart.contains("GET \(collection)")
      if isChanged, !isShown { missing.append((collection, "no GET reads or lists items")) }
      return
    }
    guard read != nil || isChanged, taken.insert(collection).inserted else { return }
    let name = ResourceFamily.name(ResourceFamily.segments(collection).last ?? word, beside: names)
    var family = ResourceFamily(name: name, path: collection, key: key, list: list, create: create, read: read)
    family.isMadeByPut = post == nil
    family.changes = family.isMadeByPut ? changes.filter { $0.method != "PUT" } : changes
    family.delete = delete
    add(family, below: home)
  }

  /// Adds the family of a path that both lists and creates items, if no path contains a single item's key.
  private mutating func addListed(_ path: String) {
    let segments = ResourceFamily.segments(path)
    guard Self.isPlain(segments), let word = segments.last, ResourceFamily.parameter(word) == nil,
      let create = byLine["POST \(path)"], let list = byLine["GET \(path)"], showsThings(list),
      taken.insert(path).inserted
    else { return }
    let family = ResourceFamily(
      name: ResourceFamily.name(word, beside: names), path: path, key: nil, list: list, create: create, read: nil)
    add(family, below: path)
  }

  /// Adds a family, along with the other endpoints on its paths.
  private mutating func add(_ family: ResourceFamily, below home: String) {
    var family = family
    let path = family.path
    family.changesByBody = ["PUT", "PATCH"].compactMap { method in byLine["\(method) \(path)"].map { (method, $0) } }
    family.finders = finding.filter { lines[$0].path.hasPrefix("\(path)/findBy") }.map { lines[$0].endpoint }
    let known = Set(family.endpoints)
    for index in Set((byPath[path] ?? []) + (below[home] ?? [])).sorted() {
      let line = lines[index]
      let writes = ["POST", "PUT", "PATCH", "DELETE"].contains(line.method)
      guard writes, !known.contains(line.endpoint.id) else { continue }
      family.others.append((line.method, line.endpoint))
    }
    names.insert(family.name)
    all.append(family)
  }

  /// Returns the path that lists and creates the items of a path with a single item's key. It is the same path without
  /// the key, or its plural, such as `/silences` for `/silence/{id}`.
  private func collection(of home: String, _ word: String) -> String {
    if byLine["GET \(home)"] != nil || byLine["POST \(home)"] != nil { return home }
    let front = String(home.dropLast(word.count))
    let others = WordNumber.plurals(of: word).map { front + $0 }
    return others.first { other in
      byLine["POST \(other)"] != nil && below[other] == nil
    } ?? home
  }

  /// Returns the endpoints that change the item at a path: PUT and PATCH or, without these, a POST with a body if the
  /// item can be read at the path.
  private func changes(at path: String, isRead: Bool) -> [(method: String, endpoint: ContractDraft.Endpoint)] {
    let found: [(method: String, endpoint: ContractDraft.Endpoint)] = ["PUT", "PATCH"].compactMap { method in
      byLine["\(method) \(path)"].map { (method, $0) }
    }
    guard found.isEmpty, isRead, let post = byLine["POST \(path)"], FamilyState.taken(by: post) != nil else {
      return found
    }
    return [("POST", post)]
  }

  /// Returns the endpoint that reads an item at a path. The path may end with a segment for the format, such as
  /// `/containers/{id}/json`.
  private func shown(at path: String) -> ContractDraft.Endpoint? { byLine["GET \(path)"] ?? byLine["GET \(path)/json"] }

  /// Returns a Boolean value that indicates whether a response contains a list of objects.
  private func showsThings(_ list: ContractDraft.Endpoint) -> Bool {
    guard let schema = FamilyState.success(of: list)?.shownSchema else { return false }
    let members = outline.sharedMembers(of: schema, in: list.file).map { ($0.schema, $0.file) }
    return ([(schema, list.file)] + members).contains { place in
      guard let items = outline.items(of: place.0, in: place.1) else { return false }
      return !outline.sharedMembers(of: items.schema, in: items.file).isEmpty
    }
  }

  /// Returns a Boolean value that indicates whether a PUT documents 201 (Created).
  private static func makes(_ put: ContractDraft.Endpoint) -> Bool { put.value["success"]?["201"] != nil }

  /// Returns a Boolean value that indicates whether all parameters are whole segments, which is required for
  /// identifying the owner of an item.
  private static func isPlain(_ segments: [String]) -> Bool {
    segments.allSatisfy { !$0.contains("{") || ResourceFamily.parameter($0) != nil }
  }
}
