/// The verdicts of openapi-diff's own tests on pairs of documents. If Plumbline's verdict differs, the case contains a
/// reason.
enum OpenAPIDiffCases {
  struct Case: Sendable {
    /// The class and the name of the test.
    let name: String
    let old: String
    let new: String
    /// The reason why an incompatible pair isn't reported, or the break in a compatible pair. It's `nil` if both tools
    /// agree.
    let reason: String?

    init(_ name: String, _ old: String, _ new: String, because reason: String? = nil) {
      self.name = name
      self.old = old
      self.new = new
      self.reason = reason
    }
  }

  /// The pairs that openapi-diff considers incompatible.
  static let incompatible = [
    Case(
      "ContentDiffTest.testContentDiffWithOneEmptyMediaType", "content_diff_1.yaml",
      "content_diff_2.yaml",
      because: "Any JSON was promised, and less is now: every such response was allowed before."),
    Case(
      "ContentDiffTest.testRemovedResponseContentTypeDiff", "content_type_response_add_2.yaml",
      "content_type_response_add_1.yaml"),
    Case(
      "ContentDiffTest.testRemovedRequestContentTypeDiff", "content_type_request_add_2.yaml",
      "content_type_request_add_1.yaml"),
    Case("OneOfDiffTest.testComposedSchema", "composed_schema_1.yaml", "composed_schema_2.yaml"),
    Case(
      "OneOfDiffTest.testOneOfDiscrimitatorChanged", "oneOf_discriminator-changed_1.yaml",
      "oneOf_discriminator-changed_2.yaml"),
    Case(
      "ParameterDiffTest.pathSamePathParamsDiffParamSameAsInPathButSchemaDiff",
      "parameterDiff/path_parameter_diff_param_schema_diff_old.yaml",
      "parameterDiff/path_parameter_diff_param_schema_diff_new.yaml",
      because: "A path is a text, and the text of every integer is taken as one."),
    Case("RecursiveSchemaTest.testDiffDifferentCyclic", "recursive_model_1.yaml", "recursive_model_3.yaml"),
    Case("RecursiveSchemaTest.testDiffDifferent", "recursive_model_1.yaml", "recursive_model_2.yaml"),
    Case(
      "SchemaDiffTest.changeMultipleOfHandling", "schemaDiff/schema-multiple-of-diff-1.yaml",
      "schemaDiff/schema-multiple-of-diff-2.yaml"),
    Case(
      "SchemaDiffTest.changeMinMaxItemsHandling", "schemaDiff/schema-min-max-items-diff-1.yaml",
      "schemaDiff/schema-min-max-items-diff-2.yaml"),
    Case(
      "SchemaDiffTest.changeUniqueItemsHandling", "schemaDiff/schema-uniqueItems-diff-1.yaml",
      "schemaDiff/schema-uniqueItems-diff-2.yaml",
      because: "uniqueItems is at integers, of which it asks nothing."),
    Case(
      "SchemaDiffTest.changeMinMaxPropertiesHandling", "schemaDiff/schema-min-max-properties-diff-1.yaml",
      "schemaDiff/schema-min-max-properties-diff-2.yaml"),
    Case("SecurityDiffTest.testDiffDifferent", "security_diff_1.yaml", "security_diff_2.yaml"),
    Case(
      "ApiResponseBCTest.decreased", "bc_response_apiresponse_base.yaml",
      "bc_response_apiresponse_decreased.yaml",
      because: "An error that never comes breaks no client: it is a notice."),
    Case("ContentBCTest.requestDecreased", "bc_content_base.yaml", "bc_request_content_decreased.yaml"),
    Case("ContentBCTest.responseDecreased", "bc_content_base.yaml", "bc_response_content_decreased.yaml"),
    Case("EnumBCTest.requestDecreased", "bc_enum_base.yaml", "bc_request_enum_decreased.yaml"),
    Case("EnumBCTest.responseIncreased", "bc_enum_base.yaml", "bc_response_enum_increased.yaml"),
    Case(
      "HeaderBCTest.responseExplodeChanged", "bc_response_header_base.yaml",
      "bc_response_header_explode_changed.yaml",
      because: "The header fields are integers, which have no parts to explode."),
    Case(
      "HeaderBCTest.responseRequiredDecreased", "bc_response_header_base.yaml",
      "bc_response_header_required_decreased.yaml"),
    Case(
      "HeaderBCTest.responseRequiredIncreased", "bc_response_header_base.yaml",
      "bc_response_header_required_increased.yaml",
      because: "A response that always has a field is one that may have it."),
    Case("HeadersBCTest.responseDecreased", "bc_response_headers_base.yaml", "bc_response_headers_decreased.yaml"),
    Case(
      "MaxLengthBCTest.requestMaxLengthDecreased", "bc_maxlength_base.yaml",
      "bc_request_maxlength_decreased.yaml"),
    Case(
      "MaxLengthBCTest.responseMaxLengthIncreased", "bc_maxlength_base.yaml",
      "bc_response_maxlength_increased.yaml"),
    Case(
      "MinLengthBCTest.requestMinLengthIncreased", "bc_minlength_base.yaml",
      "bc_request_minlength_increased.yaml"),
    Case(
      "MinLengthBCTest.responseMinLengthIncreased", "bc_minlength_base.yaml",
      "bc_response_minlength_increased.yaml",
      because: "Every longer text was promised before."),
    Case(
      "OAuthFlowBCTest.authorizationUrlChanged", "bc_oauthflow_base.yaml",
      "bc_oauthflow_authorization_url_changed.yaml"),
    Case("OAuthFlowBCTest.refreshUrlChanged", "bc_oauthflow_base.yaml", "bc_oauthflow_refresh_url_changed.yaml"),
    Case("OAuthFlowBCTest.tokenUrlChanged", "bc_oauthflow_base.yaml", "bc_oauthflow_token_url_changed.yaml"),
    Case("OneOfBCTest.requestDecreased", "bc_oneof_base.yaml", "bc_request_oneof_decreased.yaml"),
    Case("OneOfBCTest.responseIncreased", "bc_oneof_base.yaml", "bc_response_oneof_increased.yaml"),
    Case("OpenApiBCTest.endpointsDecreased", "bc_openapi_base.yaml", "bc_openapi_endpoints_decreased.yaml"),
    Case(
      "ParameterBCTest.allowEmptyValueDecreased", "bc_request_param_base.yaml",
      "bc_request_param_allowemptyvalue_decreased.yaml",
      because: "The parameter is a text, and an empty one is one."),
    Case(
      "ParameterBCTest.explodeChanged", "bc_request_param_base.yaml",
      "bc_request_param_explode_changed.yaml",
      because: "The parameters are texts, which have no parts to explode."),
    Case(
      "ParameterBCTest.requiredIncreased", "bc_request_param_base.yaml",
      "bc_request_param_required_increased.yaml"),
    Case("ParameterBCTest.styleChanged", "bc_request_param_base.yaml", "bc_request_param_style_changed.yaml"),
    Case("ParametersBCTest.decreased", "bc_request_params_base.yaml", "bc_request_params_decreased.yaml"),
    Case(
      "ParametersBCTest.requiredIncreased", "bc_request_params_base.yaml",
      "bc_request_params_required_increased.yaml"),
    Case("PathBCTest.opsDecreased", "bc_path_base.yaml", "bc_path_ops_decreased.yaml"),
    Case("PathsBCTest.decreased", "bc_paths_base.yaml", "bc_paths_decreased.yaml"),
    Case("ReadOnlyBCTest.requestReadOnlyIncreased", "bc_readonly_base.yaml", "bc_request_readonly_increased.yaml"),
    Case(
      "ReadOnlyBCTest.requestReadOnlyRequiredDecreased", "bc_readonly_base.yaml",
      "bc_request_readonly_required_decreased.yaml"),
    Case("RequestBodyBCTest.requiredChanged", "bc_request_body_base.yaml", "bc_request_body_required_changed.yaml"),
    Case("RequiredBCTest.requestRequiredIncreased", "bc_required_base.yaml", "bc_request_required_increased.yaml"),
    Case("RequiredBCTest.responseRequiredDecreased", "bc_required_base.yaml", "bc_response_required_decreased.yaml"),
    Case("SchemaBCTest.discriminatorChanged", "bc_schema_base.yaml", "bc_schema_discriminator_changed.yaml"),
    Case("SchemaBCTest.requestFormatDecreased", "bc_schema_base.yaml", "bc_request_schema_format_decreased.yaml"),
    Case("SchemaBCTest.requestFormatIncreased", "bc_schema_base.yaml", "bc_request_schema_format_increased.yaml"),
    Case("SchemaBCTest.responseFormatDecreased", "bc_schema_base.yaml", "bc_response_schema_format_decreased.yaml"),
    Case("SchemaBCTest.responseFormatIncreased", "bc_schema_base.yaml", "bc_response_schema_format_increased.yaml"),
    Case(
      "SchemaBCTest.responsePropsRequiredDecreased", "bc_schema_base.yaml",
      "bc_response_schema_props_required_decreased.yaml"),
    Case("SchemaBCTest.typeChanged", "bc_schema_base.yaml", "bc_schema_type_changed.yaml"),
    Case("SchemaBCTest.patternChanged", "bc_schema_base.yaml", "bc_schema_pattern_changed.yaml"),
    Case("SchemaBCTest.minPropertiesIncreased", "bc_schema_base.yaml", "bc_schema_min_properties_increased.yaml"),
    Case("SchemaBCTest.minPropertiesAdded", "bc_schema_base.yaml", "bc_schema_min_properties_added.yaml"),
    Case("SchemaBCTest.maxPropertiesDecreased", "bc_schema_base.yaml", "bc_schema_max_properties_decreased.yaml"),
    Case("SchemaBCTest.maxPropertiesAdded", "bc_schema_base.yaml", "bc_schema_max_properties_added.yaml"),
    Case(
      "SecurityRequirementBCTest.schemesIncreased", "bc_security_requirement_base.yaml",
      "bc_security_requirement_schemes_increased.yaml"),
    Case(
      "SecurityRequirementsBCTest.decreased", "bc_security_requirements_base.yaml",
      "bc_security_requirements_decreased.yaml"),
    Case(
      "SecurityRequirementsBCTest.schemeTypeChanged", "bc_security_requirements_base.yaml",
      "bc_security_requirements_scheme_type_changed.yaml"),
    Case(
      "SecuritySchemeBCTest.bearerFormatChanged", "bc_security_scheme_base.yaml",
      "bc_security_scheme_bearer_format_changed.yaml"),
    Case(
      "SecuritySchemeBCTest.inChanged", "bc_security_scheme_base.yaml",
      "bc_security_scheme_in_changed.yaml"),
    Case(
      "SecuritySchemeBCTest.openIdConnectUrlChanged", "bc_security_scheme_base.yaml",
      "bc_security_scheme_open_id_connect_url_changed.yaml"),
    Case(
      "SecuritySchemeBCTest.schemeChanged", "bc_security_scheme_base.yaml",
      "bc_security_scheme_scheme_changed.yaml"),
    Case("SecuritySchemeBCTest.typeChanged", "bc_security_scheme_base.yaml", "bc_security_scheme_type_changed.yaml"),
    Case(
      "SecuritySchemeBCTest.scopesIncreased", "bc_security_scheme_base.yaml",
      "bc_security_scheme_scopes_increased.yaml"),
    Case(
      "WriteOnlyBCTest.responseWriteOnlyIncreased", "bc_writeonly_base.yaml",
      "bc_response_writeonly_increased.yaml"),
    Case(
      "WriteOnlyBCTest.responseWriteOnlyRequiredDecreased", "bc_writeonly_base.yaml",
      "bc_response_writeonly_required_decreased.yaml",
      because: "A response may have one more member, which clients can ignore: it is a notice."),
    Case(
      "NumericRangeBCTest.exclusive_max_created", "bc_numericrange_base.yaml",
      "bc_request_numericrange_exclusive_max_created.yaml"),
    Case(
      "NumericRangeBCTest.exclusive_max_set", "bc_numericrange_base.yaml",
      "bc_request_numericrange_exclusive_max_set.yaml",
      because: "In OpenAPI 3.0 exclusiveMaximum asks nothing without a maximum."),
    Case(
      "NumericRangeBCTest.exclusive_min_created", "bc_numericrange_base.yaml",
      "bc_request_numericrange_exclusive_min_created.yaml"),
    Case(
      "NumericRangeBCTest.exclusive_min_set", "bc_numericrange_base.yaml",
      "bc_request_numericrange_exclusive_min_set.yaml",
      because: "In OpenAPI 3.0 exclusiveMinimum asks nothing without a minimum."),
    Case("NumericRangeBCTest.max_added", "bc_numericrange_base.yaml", "bc_request_numericrange_max_added.yaml"),
    Case(
      "NumericRangeBCTest.max_decreased", "bc_numericrange_base.yaml",
      "bc_request_numericrange_max_decreased.yaml"),
    Case("NumericRangeBCTest.min_added", "bc_numericrange_base.yaml", "bc_request_numericrange_min_added.yaml"),
    Case(
      "NumericRangeBCTest.min_increased", "bc_numericrange_base.yaml",
      "bc_request_numericrange_min_increased.yaml"),
    Case(
      "NumericRangeBCTest.exclusive_max_deleted", "bc_numericrange_base.yaml",
      "bc_response_numericrange_exclusive_max_deleted.yaml"),
    Case(
      "NumericRangeBCTest.exclusive_max_unset", "bc_numericrange_base.yaml",
      "bc_response_numericrange_exclusive_max_unset.yaml"),
    Case(
      "NumericRangeBCTest.exclusive_min_deleted", "bc_numericrange_base.yaml",
      "bc_response_numericrange_exclusive_min_deleted.yaml"),
    Case(
      "NumericRangeBCTest.exclusive_min_unset", "bc_numericrange_base.yaml",
      "bc_response_numericrange_exclusive_min_unset.yaml"),
    Case("NumericRangeBCTest.max_deleted", "bc_numericrange_base.yaml", "bc_response_numericrange_max_deleted.yaml"),
    Case(
      "NumericRangeBCTest.max_increased", "bc_numericrange_base.yaml",
      "bc_response_numericrange_max_increased.yaml"),
    Case(
      "NumericRangeBCTest.min_decreased", "bc_numericrange_base.yaml",
      "bc_response_numericrange_min_decreased.yaml"),
    Case("NumericRangeBCTest.min_deleted", "bc_numericrange_base.yaml", "bc_response_numericrange_min_deleted.yaml"),
  ]

  /// The pairs that openapi-diff considers compatible.
  static let compatible = [
    Case("AllOfDiffTest.testDiffSameWithAllOf", "allOf_diff_1.yaml", "allOf_diff_2.yaml"),
    Case("AllOfOneOfDiffTest.allOfReferringToOneOfSchemasAreSupported", "issue-317_1.json", "issue-317_2.json"),
    Case(
      "ContentDiffTest.testAddedResponseContentTypeDiff", "content_type_response_add_1.yaml",
      "content_type_response_add_2.yaml"),
    Case(
      "ContentDiffTest.testAddedRequestContentTypeDiff", "content_type_request_add_1.yaml",
      "content_type_request_add_2.yaml"),
    Case("OneOfDiffTest.testDiffSameWithOneOf", "oneOf_diff_2.yaml", "oneOf_diff_3.yaml"),
    Case(
      "OneOfDiffTest.testOneOfDiscrimitatorMissingDifferentOrder", "oneOf_discriminator-missing_1.yaml",
      "oneOf_discriminator-missing_2.yaml"),
    Case(
      "ParameterDiffTest.pathSamePathParamsDiffParamNameDiffSchemaSame",
      "parameterDiff/path_parameter_diff_param_name_diff_old.yaml",
      "parameterDiff/path_parameter_diff_param_name_diff_new.yaml"),
    Case("PathDiffTest.testEqual", "path_1.yaml", "path_2.yaml"),
    Case("PathDiffTest.testSameTemplateDifferentMethods", "path_1.yaml", "path_4.yaml"),
    Case(
      "SchemaDiffTest.addPropertyHandlingTest", "schemaDiff/schema-add-property-1.yaml",
      "schemaDiff/schema-add-property-2.yaml"),
    Case(
      "SchemaDiffTest.addPropertyInPutApiIsCompatible", "schemaDiff/schema-add-property-put-1.yaml",
      "schemaDiff/schema-add-property-put-2.yaml"),
    Case(
      "SchemaDiffTest.changeNullableHandling", "schemaDiff/schema-nullable-diff-1.yaml",
      "schemaDiff/schema-nullable-diff-2.yaml",
      because: "A request with null was taken and is refused now; they compare the word alone."),
    Case("Swagger2CompatibilityTest.testSwagger2ToOpenapi3", "petstore_swagger2.yaml", "petstore_openapi3.yaml"),
    Case(
      "ApiResponseBCTest.changedButCompatible", "bc_response_apiresponse_base.yaml",
      "bc_response_apiresponse_changed_but_compatible.yaml"),
    Case("ContentBCTest.changedButCompatible", "bc_content_base.yaml", "bc_content_changed_but_compatible.yaml"),
    Case("EnumBCTest.changedButCompatible", "bc_enum_base.yaml", "bc_enum_changed_but_compatible.yaml"),
    Case(
      "HeaderBCTest.changedButCompatible", "bc_response_header_base.yaml",
      "bc_response_header_changed_but_compatible.yaml"),
    Case(
      "HeadersBCTest.changedButCompatible", "bc_response_headers_base.yaml",
      "bc_response_headers_changed_but_compatible.yaml"),
    Case(
      "MinLengthBCTest.requestMinLengthDecreasedButCompatible", "bc_minlength_base.yaml",
      "bc_request_minlength_changed_but_compatible.yaml"),
    Case(
      "MinLengthBCTest.responseMinLengthDecreasedButCompatible", "bc_minlength_base.yaml",
      "bc_response_minlength_changed_but_compatible.yaml",
      because: "A shorter text may come than was promised."),
    Case(
      "NumericRangeBCTest.changedButCompatible", "bc_numericrange_base.yaml",
      "bc_numericrange_changed_but_compatible.yaml"),
    Case("OneOfBCTest.changedButCompatible", "bc_oneof_base.yaml", "bc_oneof_changed_but_compatible.yaml"),
    Case("OpenApiBCTest.changedButCompatible", "bc_openapi_base.yaml", "bc_openapi_changed_but_compatible.yaml"),
    Case(
      "OperationBCTest.changedButCompatible", "bc_operation_base.yaml",
      "bc_operation_changed_but_compatible.yaml"),
    Case(
      "OperationBCTest.operationIdChangedButCompatible", "bc_operation_base.yaml",
      "bc_operation_changed_incompatible_operation_id.yaml"),
    Case(
      "ParameterBCTest.changedButCompatible", "bc_request_param_base.yaml",
      "bc_request_param_changed_but_compatible.yaml"),
    Case(
      "ParametersBCTest.changedButCompatible", "bc_request_params_base.yaml",
      "bc_request_params_changed_but_compatible.yaml"),
    Case("PathBCTest.changedButCompatible", "bc_path_base.yaml", "bc_path_changed_but_compatible.yaml"),
    Case("PathsBCTest.changedButCompatible", "bc_paths_base.yaml", "bc_paths_changed_but_compatible.yaml"),
    Case("ReadOnlyBCTest.changedButCompatible", "bc_readonly_base.yaml", "bc_readonly_changed_but_compatible.yaml"),
    Case("RequiredBCTest.changedButCompatible", "bc_required_base.yaml", "bc_required_changed_but_compatible.yaml"),
    Case("SchemaBCTest.changedButCompatible", "bc_schema_base.yaml", "bc_schema_changed_but_compatible.yaml"),
    Case(
      "SchemaBCTest.requestPropsPutIncreased", "bc_schema_base.yaml",
      "bc_request_schema_props_put_increased.yaml"),
    Case(
      "SecurityRequirementBCTest.changedButCompatible", "bc_security_requirement_base.yaml",
      "bc_security_requirement_changed_but_compatible.yaml"),
    Case(
      "SecurityRequirementsBCTest.changedButCompatible", "bc_security_requirements_base.yaml",
      "bc_security_requirements_changed_but_compatible.yaml"),
    Case(
      "SecuritySchemeBCTest.changedButCompatible", "bc_security_scheme_base.yaml",
      "bc_security_scheme_changed_but_compatible.yaml"),
    Case(
      "WriteOnlyBCTest.changedButCompatible", "bc_writeonly_base.yaml",
      "bc_writeonly_changed_but_compatible.yaml"),
  ]
}
