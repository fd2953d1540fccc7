import { useMemo } from 'react'
import { load, store } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import { claimNextScreenContract } from '#lib/contracts/runs/screens'
import { call } from '#lib/http/client'
import type { Wanted } from './worked-list.ts'

/** In this tab: on another day the person may want them. */
const what = 'inbox.given-back'
/** As many as a request may leave out. */
const most = 100

/** Screens that a person gave back or skipped in this tab: they are not the next thing to do. */
export function givenBackOf(owner: string) {
  const ids = (): string[] => load<string[]>('tab', owner, what) ?? []
  const set = (next: string[]): void => void store('tab', owner, what, next.slice(-most))
  const without = (taskId: string): string[] => ids().filter((id) => id !== taskId)
  return {
    ids,
    add: (taskId: string): void => set([...without(taskId), taskId]),
    /** The person wants it after all. */
    remove: (taskId: string): void => set(without(taskId)),
    clear: (): void => set([]),
  }
}

export function useGivenBack() {
  const owner = useOwner()
  return useMemo(() => givenBackOf(owner), [owner])
}

/** What became of taking the next screen: the screen, or why there is none. */
export type Taken = { screen: { taskId: string; title: string } } | { screen: null; reason: string }

function reasonOf(wanted: Wanted, hasGivenBack: boolean): string {
  const besides = hasGivenBack ? ' else' : ''
  const among = Object.keys(wanted).length > 0 ? ' of this list' : ''
  const rest = hasGivenBack ? ' What you gave back is still in the inbox.' : ''
  return `Nothing${besides}${among} waits for you.${rest}`
}

/**
 * Takes the first screen of a list for the person, without those that they gave back. When nothing
 * else is left, those come again at the next time.
 */
export function useTakeNext(wanted: Wanted): () => Promise<Taken> {
  const givenBack = useGivenBack()
  return async () => {
    const except = givenBack.ids()
    const body = { ...wanted, ...(except.length > 0 && { except }) }
    const { screen } = await call(claimNextScreenContract, { body })
    if (screen) return { screen }
    givenBack.clear()
    return { screen, reason: reasonOf(wanted, except.length > 0) }
  }
}
