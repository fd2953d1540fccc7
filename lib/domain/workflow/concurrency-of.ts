import type { Definition } from './definition.ts'

type WhenFull = NonNullable<Definition['settings']['concurrency']>['whenFull']

/**
 * A definition's limit of runs at once, as the workflow's row stores it for the published version.
 */
export function concurrencyOf({ settings: { concurrency } }: Definition): {
  concurrencyLimit: number | null
  whenFull: WhenFull | null
} {
  return { concurrencyLimit: concurrency?.limit ?? null, whenFull: concurrency?.whenFull ?? null }
}
