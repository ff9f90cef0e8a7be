/** Codes of `ValidateStateMachineDefinition`: docs.aws.amazon.com/step-functions/latest/apireference/API_ValidateStateMachineDefinitionDiagnostic.html */
export type DiagnosticCode =
  | "INVALID_JSON_DESCRIPTION"
  | "MISSING_DESCRIPTION"
  | "SCHEMA_VALIDATION_FAILED"
  | "INVALID_RESOURCE"
  | "MISSING_END_STATE"
  | "DUPLICATE_STATE_NAME"
  | "INVALID_STATE_NAME"
  | "MISSING_TRANSITION_TARGET"
  | "NO_DOLLAR"
  | "NO_PATH";

/** One finding, in the service's own shape. `location` is a path such as `/States/Pay/Next`. */
export interface Diagnostic {
  readonly severity: "ERROR" | "WARNING";
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly location?: string;
}
