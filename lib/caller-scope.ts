import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a caller with less than their organization may touch: some workflows, sandbox runs, or both.
 * The database holds them to it (role `rounds_narrow`).
 */
export type Narrowing = {
  /** Null: all of them. */
  workflows: readonly string[] | null
  sandbox: boolean
  /** The key, which sees the files that it uploaded. */
  callerId: string
}

type Scope = { sandboxOnly: boolean; narrowing: Narrowing | null; workerLabel: string | null }

// One store per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.caller-scope')
const holder = globalThis as unknown as Record<symbol, AsyncLocalStorage<Scope> | undefined>
const store = (holder[key] ??= new AsyncLocalStorage<Scope>())

/**
 * Does the work of a run: one that a test key started reaches sandboxes only, and what a workflow
 * calls that is bound to a label is bound to it, too. It travels with the call, so that no way to
 * the outside can be forgotten in between.
 */
export function inRunScope<T>(
  { sandbox, workerLabel = null }: { sandbox: boolean; workerLabel?: string | null | undefined },
  work: () => T,
): T {
  if (!sandbox && workerLabel === null) return work()
  return store.run({ sandboxOnly: sandbox, narrowing: null, workerLabel }, work)
}

/**
 * Does the work of a request: a test key reaches sandboxes and sandbox runs only, a key for some
 * workflows these only.
 */
export function inCallerScope<T>(
  caller: { id: string; workflows?: readonly string[] | null; sandbox?: boolean } | null,
  work: () => T,
): T {
  const { workflows = null, sandbox = false } = caller ?? {}
  if (!caller || (workflows === null && !sandbox)) return work()
  const narrow = { workflows, sandbox, callerId: caller.id }
  return store.run({ sandboxOnly: sandbox, narrowing: narrow, workerLabel: null }, work)
}

/** Whether the caller may reach sandboxes only. */
export const isSandboxOnly = (): boolean => store.getStore()?.sandboxOnly === true

/** The label of the workers that the workflow of the run is bound to. */
export const labelOfRun = (): string | null => store.getStore()?.workerLabel ?? null

/** What the caller may touch; undefined when it is everything of the organization. */
export const narrowing = (): Narrowing | undefined => store.getStore()?.narrowing ?? undefined

/** The same for the same narrowing; empty without one. */
export function narrowingKey(): string {
  const narrow = narrowing()
  return narrow ? JSON.stringify(narrow) : ''
}
