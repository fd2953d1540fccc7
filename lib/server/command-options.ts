import { parseArgs } from 'node:util'

import { SettingsError } from '#lib/settings-error'

type Known = { values?: string[]; flags?: string[] }
type Options = {
  positionals: string[]
  values: Partial<Record<string, string>>
  flags: ReadonlySet<string>
}

/**
 * Reads what follows a command: `--name value`, `--flag`, and the rest in order. Throws a
 * `SettingsError` with the usage for anything else, and for `--help`.
 */
export function readOptions(args: string[], usage: string, known: Known): Options {
  const { values = [], flags = [] } = known
  try {
    const { values: read, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries([
        ...values.map((name) => [name, { type: 'string' as const }]),
        ...[...flags, 'help'].map((name) => [name, { type: 'boolean' as const }]),
      ]),
    })
    const given = Object.entries(read as Record<string, string | boolean>)
    if (given.some(([name]) => name === 'help')) throw new SettingsError(usage)
    return {
      positionals,
      values: Object.fromEntries(given.filter(([, value]) => typeof value === 'string')) as Partial<
        Record<string, string>
      >,
      flags: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
    }
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw new SettingsError(`${(error as Error).message}\n\n${usage}`)
  }
}
