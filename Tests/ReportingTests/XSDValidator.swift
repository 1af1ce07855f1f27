import Foundation
import Testing

/// A validator for the subset of XML Schema 1.0 that the schema of JUnit reports uses.
///
/// An unknown keyword fails the test, so that no part of a schema goes unchecked.
struct XSDValidator {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private let schema: XMLElementTree
  private let types: [String: XMLElementTree]

  init(_ text: String) throws {
    let parsed = XMLElementTree.parse(text)
    schema = try #require(parsed)
    types = Dictionary(
      uniqueKeysWithValues: schema.children.filter { $0.name.hasSuffix("Type") }.map {
        ($0.attributes["name"] ?? "", $0)
      })
  }

  /// Throws an error for the first violation.
  func validate(_ root: XMLElementTree) throws {
    guard let element = schema.children.first(where: { $0.name == "xs:element" && $0.attributes["name"] == root.name })
    else { throw Fault(description: "<\(root.name)> is no root") }
    try validate(root, as: element)
  }

  private func validate(_ node: XMLElementTree, as element: XMLElementTree) throws {
    if let name = element.attributes["type"] {
      try validate(node, type: try type(name))
    } else if let type = element.children.first(where: { $0.name.hasSuffix("Type") }) {
      try validate(node, type: type)
    } else {
      throw Fault(description: "<\(node.name)> has no type in the schema")
    }
  }

  private func type(_ name: String) throws -> XMLElementTree {
    guard let type = types[name] else { throw Fault(description: "no type \(name) in the schema") }
    return type
  }

  private func validate(_ node: XMLElementTree, type: XMLElementTree) throws {
    if type.name == "xs:simpleType" {
      guard node.children.isEmpty else { throw Fault(description: "<\(node.name)> has elements inside") }
      return try check(node.text, simpleType: type, of: node.name)
    }
    let parts = try parts(of: type)
    try check(node.attributes, parts.attributes, of: node.name)
    if let content = parts.simple {
      guard node.children.isEmpty else { throw Fault(description: "<\(node.name)> has elements inside") }
      return try check(node.text, named: content, of: node.name)
    }
    guard node.text.allSatisfy(\.isWhitespace) else { throw Fault(description: "<\(node.name)> has text") }
    var rest = node.children[...]
    for particle in parts.particles { try match(particle, &rest, of: node.name) }
    if let extra = rest.first { throw Fault(description: "<\(extra.name)> has no place in <\(node.name)>") }
  }

  private typealias Parts = (attributes: [XMLElementTree], particles: [XMLElementTree], simple: String?)

  /// Returns the parts of a complex type, including those of the type that it extends.
  private func parts(of type: XMLElementTree) throws -> Parts {
    var parts: Parts = ([], [], nil)
    for child in type.children {
      switch child.name {
      case "xs:attribute": parts.attributes.append(child)
      case "xs:sequence", "xs:choice": parts.particles.append(child)
      case "xs:simpleContent":
        parts.simple = child.children[0].attributes["base"]
        parts.attributes += child.children[0].children
      case "xs:complexContent":
        let base = try self.parts(of: try self.type(child.children[0].attributes["base"] ?? ""))
        parts.attributes += base.attributes + child.children[0].children
        parts.particles += base.particles
      case "xs:annotation": break
      default: throw Fault(description: "the schema uses \(child.name)")
      }
    }
    return parts
  }

  private func match(_ particle: XMLElementTree, _ rest: inout ArraySlice<XMLElementTree>, of parent: String) throws {
    let least = Int(particle.attributes["minOccurs"] ?? "1") ?? 1
    let most =
      particle.attributes["maxOccurs"] == "unbounded" ? .max : Int(particle.attributes["maxOccurs"] ?? "1") ?? 1
    var count = 0
    while count < most, let next = rest.first, starts(particle, with: next.name) {
      switch particle.name {
      case "xs:element":
        try validate(next, as: particle)
        rest.removeFirst()
      case "xs:choice":
        guard let branch = particle.children.first(where: { starts($0, with: next.name) }) else { break }
        try match(branch, &rest, of: parent)
      default:
        for child in particle.children { try match(child, &rest, of: parent) }
      }
      count += 1
    }
    // A sequence can be left out if all of its parts are optional.
    if count < least, particle.name == "xs:element" {
      throw Fault(description: "<\(parent)> lacks <\(particle.attributes["name"] ?? "")>")
    }
    if count == 0, least > 0, particle.name == "xs:sequence" {
      for child in particle.children { try match(child, &rest, of: parent) }
    }
  }

  private func starts(_ particle: XMLElementTree, with name: String) -> Bool {
    if particle.name == "xs:element" { return particle.attributes["name"] == name }
    return particle.children.contains { starts($0, with: name) }
  }

  private func check(_ found: [String: String], _ declared: [XMLElementTree], of element: String) throws {
    for attribute in declared {
      let name = attribute.attributes["name"] ?? ""
      guard let value = found[name] else {
        if attribute.attributes["use"] == "required" { throw Fault(description: "<\(element)> lacks \(name)") }
        continue
      }
      if let type = attribute.attributes["type"] {
        try check(value, named: type, of: "\(element)/@\(name)")
      } else if let type = attribute.children.first(where: { $0.name == "xs:simpleType" }) {
        try check(value, simpleType: type, of: "\(element)/@\(name)")
      }
    }
    for name in found.keys where !declared.contains(where: { $0.attributes["name"] == name }) {
      throw Fault(description: "<\(element)> must not have \(name)")
    }
  }

  private func check(_ text: String, simpleType: XMLElementTree, of place: String) throws {
    guard let restriction = simpleType.children.first(where: { $0.name == "xs:restriction" }) else {
      throw Fault(description: "the schema's type of \(place) is no restriction")
    }
    try check(text, named: restriction.attributes["base"] ?? "", of: place)
    for facet in restriction.children {
      let value = facet.attributes["value"] ?? ""
      switch facet.name {
      case "xs:minLength":
        let least = Int(value) ?? 0
        guard text.trimmingCharacters(in: .whitespacesAndNewlines).count >= least else {
          throw Fault(description: "\(place) is shorter than \(value)")
        }
      case "xs:pattern":
        guard text.wholeMatch(of: try Regex(value)) != nil else {
          throw Fault(description: "\(place) is no \(value): \(text)")
        }
      case "xs:whiteSpace": break
      default: throw Fault(description: "the schema uses \(facet.name)")
      }
    }
  }

  private func check(_ text: String, named type: String, of place: String) throws {
    let isRight =
      switch type {
      case "xs:string", "xs:token": true
      case "xs:int": Int32(text) != nil
      case "xs:decimal": text.wholeMatch(of: /[+-]?(\d+(\.\d*)?|\.\d+)/) != nil
      case "xs:dateTime": text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil
      default:
        try {
          try check(text, simpleType: try self.type(type), of: place); return true
        }()
      }
    guard isRight else { throw Fault(description: "\(place) is no \(type): \(text)") }
  }
}
