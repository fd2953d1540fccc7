/**
 * What the sandbox adds to the language (`lib/sandbox/runner/guest-prelude.ts`);
 * `sandbox-lib.test.ts` runs each of it.
 */
export const sandboxGlobals = `
/** Ends the code with a message that people read: new ApiError(422, 'What to do'). */
declare class ApiError extends Error {
  constructor(statusCode: number, message?: unknown, details?: object)
  statusCode: number
  details: object
}
interface Console {
  log(...values: unknown[]): void
  info(...values: unknown[]): void
  warn(...values: unknown[]): void
  error(...values: unknown[]): void
}
/** Writes lines to the log of the step. */
declare var console: Console
/** An error of the engine itself, such as too little memory. */
declare var InternalError: ErrorConstructor
`
