import { AsyncLocalStorage } from 'node:async_hooks'
import { shortageOf, type Shortage } from './shortage.ts'

/** What was missing while a page was rendered. */
export type NotedShortage = { shortage: Shortage | undefined }

// One store per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.page-shortage')
const holder = globalThis as unknown as Record<symbol, AsyncLocalStorage<NotedShortage> | undefined>
const store = (holder[key] ??= new AsyncLocalStorage<NotedShortage>())

/** Does the work of one page; `noted` gets what was missing in between. */
export const notingShortage = <T>(noted: NotedShortage, work: () => T): T => store.run(noted, work)

/** Notes an error that a page threw, when something was missing. */
export function noteShortage(error: unknown): void {
  const noted = store.getStore()
  if (noted) noted.shortage ??= shortageOf(error)
}
