/// Metrics as text: OpenMetrics 1.0, or the earlier Prometheus format.
struct MetricsText {
  enum Form {
    /// OpenMetrics 1.0 (https://prometheus.io/docs/specs/om/open_metrics_spec).
    case openMetrics
    /// The Prometheus text format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats).
    case prometheus

    var contentType: String {
      switch self {
      case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
      case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
      }
    }

    /// Creates the format that a request's `Accept` field asks for. The older format is used only if OpenMetrics isn't
    /// accepted.
    init(accept: String?) {
      let accept = accept?.lowercased() ?? ""
      self =
        accept.contains("text/plain") && !accept.contains("application/openmetrics-text") ? .prometheus : .openMetrics
    }
  }

  enum Kind: String {
    case counter, gauge, histogram, info
  }

  let form: Form
  private var text = ""
  /// The name of the family that samples are being added to.
  private var family = ""
  private var kind = Kind.gauge

  init(_ form: Form) {
    self.form = form
  }

  /// Starts a family of samples.
  ///
  /// - Parameters:
  ///   - name: The name of the family without the suffix of its samples, such as `_total`. It ends with the unit.
  ///   - unit: The unit in the plural, such as `seconds`.
  mutating func begin(_ name: String, _ kind: Kind, unit: String? = nil, _ help: String) {
    family = name
    self.kind = kind
    switch form {
    case .openMetrics:
      text += "# TYPE \(name) \(kind.rawValue)\n"
      if let unit { text += "# UNIT \(name) \(unit)\n" }
      text += "# HELP \(name) \(Self.escaped(help))\n"
    case .prometheus:
      // In the old format, the family has the same name as its samples, and an info metric is a gauge with the value 1.
      let name = name + (kind == .counter ? "_total" : kind == .info ? "_info" : "")
      text += "# HELP \(name) \(help)\n"
      text += "# TYPE \(name) \(kind == .info ? "gauge" : kind.rawValue)\n"
    }
  }

  /// Adds a sample.
  ///
  /// - Parameter suffix: The text after the family's name, or `nil` for the default of the family's kind.
  mutating func add(_ value: String, suffix: String? = nil, _ labels: [(name: String, value: String)]) {
    let usual = kind == .counter ? "_total" : kind == .info ? "_info" : ""
    let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
    text += "\(family)\(suffix ?? usual){\(pairs.joined(separator: ","))} \(value)\n"
  }

  /// The complete text.
  var finished: String { form == .openMetrics ? text + "# EOF\n" : text }

  /// Returns a label's value or a help text, escaped for both formats.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
