import HTTPMessages
import JSONSchema
import JSONTree

/// How a path's segments lie beside a template's: the cheapest way to pair them, leaving some out on either side.
struct PathAlignment {
  /// 0 when the path fits.
  let cost: Int
  /// What missed first; `nil` when the path fits.
  let reason: String?

  /// A segment that one side lacks.
  private static let gap = 4
  /// Longer paths are compared by their beginning; templates are short.
  private static let longest = 48

  init(_ path: [String], to endpoint: Endpoint) {
    let template = endpoint.request.template.segments
    let path = Array(path.prefix(Self.longest))
    let pairing = Pairing(path: path, template: Array(template.prefix(Self.longest)), endpoint: endpoint)
    let steps = pairing.cheapest()
    cost = steps.reduce(0) { $0 + $1.cost }
    let misses = steps.filter { $0.cost > 0 }
    let extra = misses.filter { $0.template == nil }
    let lacking = misses.filter { $0.path == nil }
    if misses.isEmpty {
      reason = nil
    } else if let first = misses.first(where: { $0.path != nil && $0.template != nil }), let index = first.path {
      reason = pairing.mismatch(path[index], with: template[first.template ?? 0], at: index)
    } else if let first = extra.first?.path {
      reason =
        extra.count == 1 ? "one segment too many: \"\(path[first])\"" : "\(extra.count) segments too many"
    } else {
      let names = lacking.compactMap { $0.template.map { Self.text(template[$0]) } }
      reason = names.count == 1 ? "one segment too few: \(names[0]) is missing" : "\(names.count) segments too few"
    }
  }

  private static func text(_ segment: PathTemplate.Segment) -> String {
    switch segment {
    case .literal(let text): "\"\(text)\""
    case .parameter(let name): "{\(name)}"
    }
  }

  /// A segment of the path, of the template, or of both.
  private struct Step {
    var path: Int?
    var template: Int?
    var cost: Int
  }

  private struct Pairing {
    let path: [String]
    let template: [PathTemplate.Segment]
    let endpoint: Endpoint

    func cheapest() -> [Step] {
      let width = template.count + 1
      var costs = [Int](repeating: 0, count: (path.count + 1) * width)
      var pairs = [Int](repeating: 0, count: costs.count)
      for row in 0...path.count {
        for column in 0...template.count where row + column > 0 {
          var best = Int.max
          if row > 0, column > 0 {
            pairs[row * width + column] = cost(path[row - 1], template[column - 1])
            best = costs[(row - 1) * width + column - 1] + pairs[row * width + column]
          }
          if row > 0 { best = min(best, costs[(row - 1) * width + column] + gap) }
          if column > 0 { best = min(best, costs[row * width + column - 1] + gap) }
          costs[row * width + column] = best
        }
      }
      var steps: [Step] = []
      var (row, column) = (path.count, template.count)
      while row + column > 0 {
        let cost = costs[row * width + column]
        let pair = pairs[row * width + column]
        if row > 0, column > 0, cost == costs[(row - 1) * width + column - 1] + pair {
          steps.append(Step(path: row - 1, template: column - 1, cost: pair))
          (row, column) = (row - 1, column - 1)
        } else if row > 0, cost == costs[(row - 1) * width + column] + gap {
          steps.append(Step(path: row - 1, template: nil, cost: gap))
          row -= 1
        } else {
          steps.append(Step(path: nil, template: column - 1, cost: gap))
          column -= 1
        }
      }
      return steps.reversed()
    }

    /// How badly a segment fits its place: not at all 6, by another case or a mistyped letter 2, by its value 1.
    private func cost(_ segment: String, _ place: PathTemplate.Segment) -> Int {
      switch place {
      case .literal(let text):
        if segment == text { return 0 }
        return Spelling.nearest(segment, among: [text]) == nil ? 6 : 2
      case .parameter(let name):
        if segment.isEmpty { return gap }
        guard let parameter = endpoint.path.first(where: { $0.name == name }) else { return 0 }
        return parameter.schema.isValid(parameter.schema.reading(segment)) ? 0 : 1
      }
    }

    /// What is wrong with a segment, in a phrase.
    func mismatch(_ segment: String, with place: PathTemplate.Segment, at index: Int) -> String {
      switch place {
      case .literal(let text): return "path segment \(index + 1) is \"\(segment)\", not \"\(text)\""
      case .parameter(let name):
        if segment.isEmpty { return "{\(name)} is empty" }
        let schema = endpoint.path.first { $0.name == name }?.schema
        let violation = schema?.violations(of: schema?.reading(segment) ?? JSON(segment), limit: 1).first
        guard let violation else { return "\"\(segment)\" is no {\(name)}" }
        return violation.keyword == "type"
          ? "\"\(segment)\" is not \(Violation.article(violation.expected))" : "{\(name)}: \(violation.phrase)"
      }
    }

    private var gap: Int { PathAlignment.gap }
  }
}
