// swift-tools-version: 6.2
import PackageDescription

/// Libraries and tools, bottom up: a target depends only on targets above it in this list.
let targets: [Target] = [
  .target(name: "CPlumblineSystem", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
  .target(name: "PlumblineASCII"),
  .target(name: "PlumblineTime", dependencies: ["PlumblineASCII"]),
  .target(name: "PlumblineJSONTree", dependencies: ["PlumblineASCII"]),
  .target(name: "PlumblineYAML", dependencies: ["PlumblineASCII", "PlumblineJSONTree"]),
  .target(
    name: "PlumblineJSONSchema", dependencies: ["PlumblineASCII", "PlumblineTime", "PlumblineJSONTree"],
    resources: [
      .embedInCode("MetaSchemas/draft-04.json"),
      .embedInCode("MetaSchemas/draft-06.json"),
      .embedInCode("MetaSchemas/draft-07.json"),
      .embedInCode("MetaSchemas/draft2019-09-applicator.json"),
      .embedInCode("MetaSchemas/draft2019-09-content.json"),
      .embedInCode("MetaSchemas/draft2019-09-core.json"),
      .embedInCode("MetaSchemas/draft2019-09-format.json"),
      .embedInCode("MetaSchemas/draft2019-09-meta-data.json"),
      .embedInCode("MetaSchemas/draft2019-09-schema.json"),
      .embedInCode("MetaSchemas/draft2019-09-validation.json"),
      .embedInCode("MetaSchemas/draft2020-12-applicator.json"),
      .embedInCode("MetaSchemas/draft2020-12-content.json"),
      .embedInCode("MetaSchemas/draft2020-12-core.json"),
      .embedInCode("MetaSchemas/draft2020-12-format-annotation.json"),
      .embedInCode("MetaSchemas/draft2020-12-format-assertion.json"),
      .embedInCode("MetaSchemas/draft2020-12-meta-data.json"),
      .embedInCode("MetaSchemas/draft2020-12-schema.json"),
      .embedInCode("MetaSchemas/draft2020-12-unevaluated.json"),
      .embedInCode("MetaSchemas/draft2020-12-validation.json"),
    ]),
  .target(name: "PlumblineHTTPMessages", dependencies: ["PlumblineASCII", "PlumblineTime"]),
  .target(name: "PlumblineHTTPServer", dependencies: ["CPlumblineSystem", "PlumblineHTTPMessages"]),
  .target(
    name: "PlumblineContractModel",
    dependencies: [
      "PlumblineASCII", "PlumblineTime", "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages",
    ],
    resources: [.embedInCode("Format/contract.schema.json"), .embedInCode("Format/links.schema.json")]),
  .target(
    name: "PlumblineRecordings",
    dependencies: [
      "PlumblineASCII",
      "PlumblineTime", "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineContractModel",
    ],
    resources: [.embedInCode("Format/recording.schema.json")]),
  .target(
    name: "PlumblineOpenAPI",
    dependencies: [
      "PlumblineASCII",
      "PlumblineTime", "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineContractModel",
      "PlumblineRecordings",
    ],
    resources: [.embedInCode("Validity/openapi.schema.json")]),
  .target(
    name: "PlumblinePostman",
    dependencies: [
      "PlumblineASCII", "PlumblineJSONTree", "PlumblineHTTPMessages", "PlumblineContractModel", "PlumblineRecordings",
      "PlumblineOpenAPI",
    ]),
  .target(
    name: "PlumblineInference",
    dependencies: [
      "PlumblineASCII", "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineContractModel",
      "PlumblineRecordings", "PlumblineOpenAPI",
    ]),
  .target(
    name: "PlumblinePact",
    dependencies: [
      "PlumblineTime", "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineContractModel",
      "PlumblineRecordings", "PlumblineOpenAPI", "PlumblineInference",
    ]),
  .target(
    name: "PlumblineDriftDetection",
    dependencies: [
      "PlumblineASCII", "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineContractModel",
      "PlumblineRecordings",
    ],
    resources: [.embedInCode("Format/waivers.schema.json"), .embedInCode("Rules/explanations.md")]),
  .target(
    name: "PlumblineMockEngine",
    dependencies: [
      "PlumblineASCII",
      "PlumblineTime", "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineContractModel",
      "PlumblineRecordings", "PlumblineDriftDetection",
    ],
    resources: [
      .embedInCode("Service/Contract/contract.json"),
      .embedInCode("Service/Inspector/inspector.html"),
      .embedInCode("Service/Inspector/inspector.css"),
      .embedInCode("Service/Inspector/elements.js"),
      .embedInCode("Service/Inspector/formatting.js"),
      .embedInCode("Service/Inspector/connection.js"),
      .embedInCode("Service/Inspector/requests.js"),
      .embedInCode("Service/Inspector/exchange.js"),
      .embedInCode("Service/Inspector/steering.js"),
      .embedInCode("Service/Inspector/start.js"),
    ]),
  .target(
    name: "PlumblineReporting",
    dependencies: [
      "PlumblineTime", "PlumblineJSONTree", "PlumblineHTTPMessages", "PlumblineContractModel",
      "PlumblineDriftDetection",
    ],
    resources: [.embedInCode("HTML/report.css"), .embedInCode("HTML/report.js")]),
  .target(
    name: "PlumblineWorkspace",
    dependencies: [
      "PlumblineTime", "PlumblineJSONTree", "PlumblineYAML", "PlumblineJSONSchema", "PlumblineHTTPMessages",
      "PlumblineContractModel", "PlumblineRecordings", "PlumblineOpenAPI", "PlumblinePostman", "PlumblineInference",
      "PlumblinePact", "PlumblineDriftDetection", "PlumblineReporting",
    ]),
  .target(name: "PlumblineProxying", dependencies: ["PlumblineASCII", "PlumblineHTTPMessages", "PlumblineHTTPServer"]),
  .target(
    name: "PlumblineVerification",
    dependencies: [
      "PlumblineASCII",
      "PlumblineTime", "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineHTTPServer",
      "PlumblineContractModel", "PlumblineRecordings", "PlumblinePact", "PlumblineDriftDetection",
      "PlumblineMockEngine", "PlumblineReporting", "PlumblineProxying",
    ],
    resources: [.embedInCode("Format/sensitivity.schema.json")]),
  .target(
    name: "PlumblineTesting",
    dependencies: [
      "PlumblineTime", "PlumblineJSONTree", "PlumblineHTTPMessages", "PlumblineHTTPServer", "PlumblineContractModel",
      "PlumblineDriftDetection", "PlumblineMockEngine", "PlumblineWorkspace",
      "PlumblineVerification",
    ]),
  .target(name: "PlumblineAPIClient", path: "Sources/Clients/PlumblineAPIClient"),
  .target(name: "TrueLogClient", dependencies: ["PlumblineAPIClient"], path: "Sources/Clients/TrueLogClient"),
  .target(
    name: "RealityPortalClient", dependencies: ["PlumblineAPIClient"], path: "Sources/Clients/RealityPortalClient"),
  .target(name: "PhotoScoutClient", dependencies: ["PlumblineAPIClient"], path: "Sources/Clients/PhotoScoutClient"),
  .target(
    name: "PlumblineAPISuite", dependencies: ["PlumblineAPIClient", "PlumblineVerification"],
    path: "Sources/Suites/PlumblineAPISuite"),
  .target(
    name: "TrueLogSuite",
    dependencies: ["PlumblineAPIClient", "TrueLogClient", "PlumblineVerification", "PlumblineAPISuite"],
    path: "Sources/Suites/TrueLogSuite"),
  .target(
    name: "RealityPortalSuite",
    dependencies: ["PlumblineAPIClient", "RealityPortalClient", "PlumblineVerification", "PlumblineAPISuite"],
    path: "Sources/Suites/RealityPortalSuite"),
  .target(
    name: "PhotoScoutSuite",
    dependencies: ["PlumblineAPIClient", "PhotoScoutClient", "PlumblineVerification", "PlumblineAPISuite"],
    path: "Sources/Suites/PhotoScoutSuite"),
  .target(
    name: "PlumblineCommands",
    dependencies: [
      "PlumblineASCII",
      "PlumblineTime", "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineHTTPServer",
      "PlumblineContractModel", "PlumblineRecordings", "PlumblineOpenAPI", "PlumblineInference", "PlumblinePact",
      "PlumblineDriftDetection", "PlumblineMockEngine",
      "PlumblineReporting", "PlumblineWorkspace", "PlumblineProxying", "PlumblineVerification",
    ]),
  // Holds JSON Schema to Bowtie's protocol, for tests: no product.
  .executableTarget(name: "plumbline-bowtie", dependencies: ["PlumblineJSONTree", "PlumblineJSONSchema"]),
  .executableTarget(
    name: "plumbline",
    dependencies: ["PlumblineCommands", "TrueLogSuite", "RealityPortalSuite", "PhotoScoutSuite"]),
  .executableTarget(
    name: "plumbline-bench",
    dependencies: [
      "PlumblineJSONTree", "PlumblineYAML", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineHTTPServer",
      "PlumblineContractModel", "PlumblineRecordings", "PlumblineDriftDetection",
      "PlumblineOpenAPI", "PlumblineInference", "PlumblineMockEngine", "PlumblineReporting", "PlumblineWorkspace",
      "PlumblineVerification", "TrueLogSuite",
    ]),
]

let tests: [Target] = [
  .target(name: "TestSupport", dependencies: ["CPlumblineSystem", "PlumblineAPIClient"], path: "Tests/TestSupport"),
  .target(
    name: "FuzzTargets",
    dependencies: [
      "PlumblineJSONTree", "PlumblineYAML", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineContractModel",
      "PlumblineRecordings", "PlumblineOpenAPI", "PlumblinePostman", "PlumblinePact", "PlumblineDriftDetection",
      "PlumblineMockEngine", "PlumblineReporting",
    ],
    path: "Tests/Fuzzing",
    exclude: ["run", "Driver", "Seeds"]),
  .testTarget(name: "ASCIITests", dependencies: ["PlumblineASCII"]),
  .testTarget(name: "TimeTests", dependencies: ["PlumblineTime", "TestSupport"]),
  .testTarget(name: "JSONTreeTests", dependencies: ["PlumblineJSONTree", "TestSupport"]),
  .testTarget(name: "YAMLTests", dependencies: ["PlumblineJSONTree", "PlumblineYAML", "TestSupport"]),
  .testTarget(
    name: "JSONSchemaTests",
    dependencies: ["PlumblineJSONTree", "PlumblineJSONSchema", "plumbline-bowtie", "TestSupport"]),
  .testTarget(name: "HTTPMessagesTests", dependencies: ["PlumblineHTTPMessages", "TestSupport"]),
  .testTarget(name: "HTTPServerTests", dependencies: ["PlumblineHTTPMessages", "PlumblineHTTPServer", "TestSupport"]),
  .testTarget(
    name: "ContractModelTests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineContractModel", "TestSupport",
    ]),
  .testTarget(
    name: "RecordingsTests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineHTTPMessages", "PlumblineContractModel", "PlumblineRecordings", "TestSupport",
    ]),
  .testTarget(
    name: "OpenAPITests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineContractModel",
      "PlumblineRecordings", "PlumblineOpenAPI", "TestSupport",
    ]),
  .testTarget(
    name: "PostmanTests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineHTTPMessages", "PlumblineContractModel", "PlumblineRecordings",
      "PlumblinePostman", "TestSupport",
    ]),
  .testTarget(
    name: "InferenceTests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineContractModel",
      "PlumblineRecordings", "PlumblineInference", "PlumblineDriftDetection", "TestSupport",
    ]),
  .testTarget(
    name: "PactTests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineHTTPMessages", "PlumblineContractModel",
      "PlumblineRecordings", "PlumblineOpenAPI", "PlumblinePact", "TestSupport",
    ]),
  .testTarget(
    name: "DriftDetectionTests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineYAML", "PlumblineHTTPMessages", "PlumblineContractModel", "PlumblineRecordings",
      "PlumblineOpenAPI", "PlumblineDriftDetection", "TestSupport",
    ]),
  .testTarget(
    name: "MockEngineTests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineHTTPMessages", "PlumblineContractModel", "PlumblineRecordings",
      "PlumblineDriftDetection", "PlumblineMockEngine", "TestSupport",
    ]),
  .testTarget(
    name: "ReportingTests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineJSONSchema", "PlumblineContractModel", "PlumblineDriftDetection",
      "PlumblineReporting", "TestSupport",
    ]),
  .testTarget(
    name: "WorkspaceTests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineHTTPMessages", "PlumblineContractModel", "PlumblineRecordings",
      "PlumblineDriftDetection", "PlumblineWorkspace", "TestSupport",
    ]),
  .testTarget(
    name: "ProxyingTests",
    dependencies: ["PlumblineHTTPMessages", "PlumblineHTTPServer", "PlumblineProxying", "TestSupport"]),
  .testTarget(
    name: "VerificationTests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineHTTPMessages", "PlumblineHTTPServer", "PlumblineContractModel",
      "PlumblineRecordings", "PlumblineOpenAPI", "PlumblinePact", "PlumblineDriftDetection", "PlumblineMockEngine",
      "PlumblineProxying", "PlumblineReporting", "PlumblineWorkspace", "PlumblineVerification", "TestSupport",
    ]),
  .testTarget(
    name: "PlumblineTestingTests",
    dependencies: ["PlumblineTesting", "TestSupport"],
    // As a test bundle has them on a device, where the sources are not.
    resources: [.copy("Contracts"), .copy("Recordings")]),
  .testTarget(name: "APIClientTests", dependencies: ["CPlumblineSystem", "PlumblineAPIClient", "TestSupport"]),
  .testTarget(name: "TrueLogClientTests", dependencies: ["PlumblineAPIClient", "TrueLogClient", "TestSupport"]),
  .testTarget(
    name: "RealityPortalClientTests", dependencies: ["PlumblineAPIClient", "RealityPortalClient", "TestSupport"]),
  .testTarget(name: "PhotoScoutClientTests", dependencies: ["PlumblineAPIClient", "PhotoScoutClient", "TestSupport"]),
  .testTarget(
    name: "PlumblineTests",
    dependencies: [
      "PlumblineJSONTree", "PlumblineYAML", "PlumblineHTTPMessages", "PlumblineHTTPServer", "PlumblineContractModel",
      "PlumblineRecordings", "PlumblineOpenAPI", "PlumblinePostman", "PlumblineDriftDetection", "PlumblineMockEngine",
      "PlumblineReporting", "PlumblineWorkspace", "PlumblineVerification", "PlumblineAPIClient", "TrueLogSuite",
      "RealityPortalSuite", "PhotoScoutSuite",
      "PlumblineCommands", "plumbline", "TestSupport",
    ]),
  .testTarget(
    name: "PackagesTests",
    dependencies: [
      "PlumblineContractModel", "PlumblineVerification", "PlumblineCommands", "PlumblineTesting", "TestSupport",
    ],
    path: "Tests/Packages", exclude: ["Loft", "Spark", "Stations", "Weather"]),
]

/// `swift package plumbline verify`, in this package and in those that depend on it.
let plugin = Target.plugin(
  name: "PlumblinePlugin",
  capability: .command(
    intent: .custom(verb: "plumbline", description: "Runs plumbline, with the suites that the package brings."),
    permissions: [
      .allowNetworkConnections(scope: .local(), reason: "It runs the clients against a mock on this machine."),
      .writeToPackageDirectory(reason: "It writes the reports, recordings and contracts that it is asked for."),
    ]),
  path: "Sources/Plugins/PlumblinePlugin")

/// Only where `.ci/run` asks for it: Xcode suppresses a dependency's warnings, and refuses one that makes errors of them.
let isStrict = Context.environment["PLUMBLINE_STRICT"] != nil

/// The modules that tests spend their time in, for which optimising costs less than it saves: readers, schemas, wire formats.
/// Contracts, judges and reports take longer to optimise than to run as they are.
let engines: Set = ["PlumblineJSONTree", "PlumblineYAML", "PlumblineJSONSchema", "PlumblineHTTPMessages"]

/// Only where `.ci/run` asks for it: each module is compiled whole, which takes a fifth less than file by file but starts over
/// after every change, and the engines are optimised. Assertions stay.
let isFast = Context.environment["PLUMBLINE_FAST_TESTS"] != nil

for target in targets + tests where target.name != "CPlumblineSystem" {
  target.swiftSettings = [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
  if isStrict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
  if isFast {
    // The index, which SwiftPM finds XCTest's tests in, takes a module compiled whole only with more than one thread.
    let whole = ["-wmo", "-num-threads", "2", "-no-emit-module-separately-wmo"]
    let optimised = engines.contains(target.name) ? ["-O", "-assert-config", "Debug"] : []
    target.swiftSettings?.append(.unsafeFlags(whole + optimised, .when(configuration: .debug)))
  }
}

let package = Package(
  name: "plumbline",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "plumbline", targets: ["plumbline"]),
    .library(name: "PlumblineCommands", targets: ["PlumblineCommands", "PlumblineVerification"]),
    .library(name: "PlumblineTesting", targets: ["PlumblineTesting"]),
    .library(name: "TrueLogClient", targets: ["PlumblineAPIClient", "TrueLogClient"]),
    .library(name: "RealityPortalClient", targets: ["PlumblineAPIClient", "RealityPortalClient"]),
    .library(name: "PhotoScoutClient", targets: ["PlumblineAPIClient", "PhotoScoutClient"]),
    .plugin(name: "PlumblinePlugin", targets: ["PlumblinePlugin"]),
  ],
  targets: targets + tests + [plugin]
)
