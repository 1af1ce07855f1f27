/// All targets by the names that `run` accepts.
package enum FuzzTargets {
  package static let all: [String: @Sendable ([UInt8]) -> Void] = [
    "contract": ContractTarget.run, "har": HARTarget.run, "http": HTTPTarget.run, "openapi": OpenAPITarget.run,
    "pact": PactTarget.run, "postman": PostmanTarget.run,
    "parameter": ParameterTarget.run, "parser": ParserTarget.run,
    "pattern": PatternTarget.run, "recording": RecordingTarget.run, "report": ReportTarget.run,
    "schema": SchemaTarget.run, "state": StateTarget.run, "waiver": WaiverTarget.run, "yaml": YAMLTarget.run,
  ]
}
