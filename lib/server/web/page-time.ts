import { AsyncLocalStorage } from 'node:async_hooks'
import { findPageTimeBy, type PageTime } from '#lib/domain/page-time'

const store = new AsyncLocalStorage<PageTime>()
findPageTimeBy(() => store.getStore())

/** Does the work of one page, which says while it is drawn what its time is. */
export const withPageTime = <T>(work: () => T): T => store.run({}, work)
