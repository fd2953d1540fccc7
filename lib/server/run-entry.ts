import { SettingsError } from '#lib/settings-error'

/** An ApiError. Its class is not imported: small processes would load it for this alone. */
const isUnavailable = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: unknown }).code === 'unavailable'

function textOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message
  if (isUnavailable(error))
    return error.cause instanceof Error
      ? `${error.message}\nThe cause: ${error.cause.message}`
      : error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * Runs an entry point. Prints an error that the person can correct, or that passes, as sentences,
 * and any other with its stack; both end the process with 1. A process that only fills the compile cache
 * (fill-compile-cache.ts) ends once it has loaded the program.
 */
export function runEntry(main: () => Promise<void>): void {
  if (process.env['ROUNDS_ONLY_LOAD']) process.exit(0)
  main().catch((error: unknown) => {
    process.stderr.write(`${textOf(error)}\n`)
    process.exit(1)
  })
}
