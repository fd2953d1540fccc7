import { SettingsError } from '#lib/settings-error'

/**
 * Runs an entry point. An error that the person can correct is printed as one sentence, any other
 * with its stack; both end the process with 1.
 */
export function runEntry(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const text =
      error instanceof SettingsError
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error)
    process.stderr.write(`${text}\n`)
    process.exit(1)
  })
}
