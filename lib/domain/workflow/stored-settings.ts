import type { Definition } from './definition.ts'

type WhenFull = NonNullable<Definition['settings']['concurrency']>['whenFull']

/** The settings of a definition that the workflow's row stores for the published version. */
export function storedSettings({ settings: { concurrency, workerLabel } }: Definition): {
  concurrencyLimit: number | null
  whenFull: WhenFull | null
  workerLabel: string | null
} {
  return {
    concurrencyLimit: concurrency?.limit ?? null,
    whenFull: concurrency?.whenFull ?? null,
    workerLabel: workerLabel ?? null,
  }
}
