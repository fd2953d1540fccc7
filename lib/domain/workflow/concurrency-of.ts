import type { Definition } from './definition.ts'

type WhenFull = NonNullable<Definition['settings']['concurrency']>['whenFull']

/**
 * A definition's limit of runs at once, as the workflow's row keeps it for the version that is
 * published.
 */
export function concurrencyOf({ settings: { concurrency } }: Definition): {
  concurrencyLimit: number | null
  whenFull: WhenFull | null
} {
  return { concurrencyLimit: concurrency?.limit ?? null, whenFull: concurrency?.whenFull ?? null }
}
