// swift-tools-version: 6.2
import PackageDescription

/// Libraries and tools, bottom up: a target depends only on targets above it in this list.
let targets: [Target] = [
  .target(name: "CSystem"),
  .target(name: "JSONTree"),
  .target(name: "JSONSchema", dependencies: ["JSONTree"]),
  .target(name: "HTTPMessages"),
  .target(name: "HTTPServer", dependencies: ["CSystem", "HTTPMessages"]),
  .target(
    name: "ContractModel", dependencies: ["JSONTree", "JSONSchema", "HTTPMessages"],
    resources: [.embedInCode("Format/contract.schema.json"), .embedInCode("Format/links.schema.json")]),
  .target(
    name: "Recordings", dependencies: ["JSONTree", "JSONSchema", "HTTPMessages", "ContractModel"],
    resources: [.embedInCode("Format/recording.schema.json")]),
  .target(
    name: "DriftDetection",
    dependencies: ["JSONTree", "JSONSchema", "HTTPMessages", "ContractModel", "Recordings"],
    resources: [.embedInCode("Format/waivers.schema.json")]),
  .target(
    name: "MockEngine",
    dependencies: ["JSONTree", "JSONSchema", "HTTPMessages", "ContractModel", "Recordings", "DriftDetection"],
    resources: [.embedInCode("Control/Contract/contract.json")]),
  .target(name: "Reporting", dependencies: ["JSONTree", "ContractModel", "DriftDetection"]),
  .target(
    name: "Workspace",
    dependencies: ["JSONTree", "ContractModel", "Recordings", "DriftDetection", "Reporting"]),
  .target(name: "Proxying", dependencies: ["HTTPMessages", "HTTPServer"]),
  .target(
    name: "Verification",
    dependencies: [
      "JSONTree", "JSONSchema", "HTTPMessages", "HTTPServer", "ContractModel", "Recordings", "DriftDetection",
      "MockEngine", "Reporting", "Proxying",
    ]),
  .target(
    name: "PlumblineTesting",
    dependencies: [
      "JSONTree", "HTTPMessages", "HTTPServer", "ContractModel", "DriftDetection", "MockEngine", "Workspace",
      "Verification",
    ]),
  .target(name: "APIClient", path: "Sources/Clients/APIClient"),
  .target(name: "TrueLogClient", dependencies: ["APIClient"], path: "Sources/Clients/TrueLogClient"),
  .target(
    name: "RealityPortalClient", dependencies: ["APIClient"], path: "Sources/Clients/RealityPortalClient"),
  .target(name: "PhotoScoutClient", dependencies: ["APIClient"], path: "Sources/Clients/PhotoScoutClient"),
  .target(name: "APISuite", dependencies: ["APIClient", "Verification"], path: "Sources/Suites/APISuite"),
  .target(
    name: "TrueLogSuite", dependencies: ["APIClient", "TrueLogClient", "Verification", "APISuite"],
    path: "Sources/Suites/TrueLogSuite"),
  .target(
    name: "RealityPortalSuite", dependencies: ["APIClient", "RealityPortalClient", "Verification", "APISuite"],
    path: "Sources/Suites/RealityPortalSuite"),
  .target(
    name: "PhotoScoutSuite", dependencies: ["APIClient", "PhotoScoutClient", "Verification", "APISuite"],
    path: "Sources/Suites/PhotoScoutSuite"),
  .target(
    name: "PlumblineCommands",
    dependencies: [
      "JSONTree", "HTTPMessages", "HTTPServer", "ContractModel", "Recordings", "DriftDetection", "MockEngine",
      "Reporting", "Workspace", "Proxying", "Verification",
    ]),
  .executableTarget(name: "plumbline-bowtie", dependencies: ["JSONTree", "JSONSchema"]),
  .executableTarget(
    name: "plumbline",
    dependencies: ["PlumblineCommands", "TrueLogSuite", "RealityPortalSuite", "PhotoScoutSuite"]),
  .executableTarget(
    name: "plumbline-bench",
    dependencies: [
      "JSONTree", "JSONSchema", "HTTPMessages", "HTTPServer", "ContractModel", "Recordings", "DriftDetection",
      "MockEngine", "Verification", "Workspace", "TrueLogSuite",
    ]),
]

let tests: [Target] = [
  .target(name: "TestSupport", dependencies: ["CSystem", "APIClient"], path: "Tests/TestSupport"),
  .target(
    name: "FuzzTargets", dependencies: ["JSONTree", "JSONSchema", "HTTPMessages"], path: "Tests/Fuzzing",
    exclude: ["run"]),
  .testTarget(name: "JSONTreeTests", dependencies: ["JSONTree", "TestSupport"]),
  .testTarget(
    name: "JSONSchemaTests", dependencies: ["JSONTree", "JSONSchema", "plumbline-bowtie", "TestSupport"]),
  .testTarget(name: "HTTPMessagesTests", dependencies: ["HTTPMessages", "TestSupport"]),
  .testTarget(name: "HTTPServerTests", dependencies: ["HTTPMessages", "HTTPServer", "TestSupport"]),
  .testTarget(
    name: "ContractModelTests",
    dependencies: ["JSONTree", "JSONSchema", "HTTPMessages", "ContractModel", "TestSupport"]),
  .testTarget(
    name: "RecordingsTests",
    dependencies: ["JSONTree", "HTTPMessages", "ContractModel", "Recordings", "TestSupport"]),
  .testTarget(
    name: "DriftDetectionTests",
    dependencies: ["JSONTree", "HTTPMessages", "ContractModel", "Recordings", "DriftDetection", "TestSupport"]),
  .testTarget(
    name: "MockEngineTests",
    dependencies: [
      "JSONTree", "HTTPMessages", "ContractModel", "Recordings", "DriftDetection", "MockEngine", "TestSupport",
    ]),
  .testTarget(
    name: "ReportingTests",
    dependencies: ["JSONTree", "JSONSchema", "ContractModel", "DriftDetection", "Reporting", "TestSupport"]),
  .testTarget(
    name: "WorkspaceTests", dependencies: ["JSONTree", "ContractModel", "Recordings", "Workspace", "TestSupport"]),
  .testTarget(name: "ProxyingTests", dependencies: ["HTTPMessages", "HTTPServer", "Proxying", "TestSupport"]),
  .testTarget(
    name: "VerificationTests",
    dependencies: [
      "JSONTree", "HTTPMessages", "HTTPServer", "ContractModel", "Recordings", "DriftDetection", "MockEngine",
      "Proxying", "Reporting", "Workspace", "Verification", "TestSupport",
    ]),
  .testTarget(
    name: "PlumblineTestingTests",
    dependencies: ["PlumblineTesting", "TestSupport"],
    exclude: ["Contracts", "Recordings"]),
  .testTarget(name: "APIClientTests", dependencies: ["APIClient", "TestSupport"]),
  .testTarget(name: "TrueLogClientTests", dependencies: ["APIClient", "TrueLogClient", "TestSupport"]),
  .testTarget(
    name: "RealityPortalClientTests", dependencies: ["APIClient", "RealityPortalClient", "TestSupport"]),
  .testTarget(name: "PhotoScoutClientTests", dependencies: ["APIClient", "PhotoScoutClient", "TestSupport"]),
  .testTarget(
    name: "PlumblineTests",
    dependencies: [
      "JSONTree", "HTTPMessages", "HTTPServer", "ContractModel", "Recordings", "DriftDetection", "MockEngine",
      "Reporting", "Workspace", "Verification", "APIClient", "TrueLogSuite", "RealityPortalSuite", "PhotoScoutSuite",
      "PlumblineCommands", "plumbline", "TestSupport",
    ]),
  .testTarget(
    name: "PackagesTests",
    dependencies: ["ContractModel", "Verification", "PlumblineCommands", "PlumblineTesting", "TestSupport"],
    path: "Tests/Packages", exclude: ["Weather"]),
]

/// Only where `.ci/run` asks for it: Xcode suppresses a dependency's warnings, and refuses one that makes errors of them.
let isStrict = Context.environment["PLUMBLINE_STRICT"] != nil

for target in targets + tests where target.name != "CSystem" {
  target.swiftSettings = [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
  if isStrict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}

let package = Package(
  name: "plumbline",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "plumbline", targets: ["plumbline"]),
    .executable(name: "plumbline-bowtie", targets: ["plumbline-bowtie"]),
    .library(name: "PlumblineCommands", targets: ["PlumblineCommands", "Verification"]),
    .library(name: "PlumblineTesting", targets: ["PlumblineTesting"]),
    .library(name: "TrueLogClient", targets: ["APIClient", "TrueLogClient"]),
    .library(name: "RealityPortalClient", targets: ["APIClient", "RealityPortalClient"]),
    .library(name: "PhotoScoutClient", targets: ["APIClient", "PhotoScoutClient"]),
  ],
  targets: targets + tests
)
