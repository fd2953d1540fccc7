'use client'

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { load, store } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import type { InboxSort, SortDirection } from '#lib/domain/run/inbox-words'
import { settingNames, settingsOfTexts } from './list/inbox-settings.ts'

/** What the next case is taken from, and in which order; left out: the most urgent of all. */
export type Wanted = InboxFilters & {
  sort?: InboxSort | undefined
  direction?: SortDirection | undefined
}

/** The list from which a person works: its address, and what is taken next from it. */
export type WorkedList = { href: string; wanted: Wanted }

type Settings = Pick<
  ReturnType<typeof settingsOfTexts>,
  'filters' | 'sort' | 'direction' | 'isSorted'
>

/** What the next case is taken from, where this list is shown. */
export const wantedOf = ({ filters, sort, direction, isSorted }: Settings): Wanted => ({
  ...filters,
  ...(isSorted && { sort, direction }),
})

/** The list at these parameters of the inbox's address. */
export function listOf(search: string): WorkedList {
  const params = new URLSearchParams(search)
  const texts = Object.fromEntries(settingNames.map((name) => [name, params.get(name) ?? '']))
  const wanted = wantedOf(settingsOfTexts(texts as Parameters<typeof settingsOfTexts>[0]))
  return { href: search === '' ? '/inbox' : `/inbox?${search}`, wanted }
}

/** In this tab, as the list may be of a patient. */
const what = 'inbox'
const never = () => () => undefined

/** Remembers the list that is shown, so that a screen goes on with it. */
export function useRememberList(search: string): void {
  const owner = useOwner()
  useEffect(() => void store('tab', owner, what, search), [owner, search])
}

/** The list that the person looked at last in this tab; else all that waits for them. */
export function useWorkedList(): WorkedList {
  const owner = useOwner()
  const search = useSyncExternalStore(
    never,
    () => load<string>('tab', owner, what) ?? '',
    () => '',
  )
  return useMemo(() => listOf(search), [search])
}
