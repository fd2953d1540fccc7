'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { listAssigneesContract } from '#lib/contracts/runs/screen-work'

/** The people who fit a text, with the chosen one; of those who may do a screen, if one is named. */
export function usePeople(taskId?: string, without?: string, isAllowed = true) {
  const [text, setText] = useState('')
  const [chosen, choose] = useState<string>()
  const typed = text.trim()
  const q = useDeferredValue(typed)
  const query = useQuery({
    ...queryOf(listAssigneesContract, { query: { ...(taskId && { taskId }), ...(q && { q }) } }),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
  })
  const people = (query.data?.items ?? []).filter(({ userId }) => userId !== without)
  // The only one who fits need not be chosen; but never one of an older text.
  const isSearching = q !== typed || query.isPlaceholderData || query.isPending
  const only = !isSearching && q !== '' && people.length === 1 ? people[0] : undefined
  const person = people.find(({ userId }) => userId === chosen) ?? only
  return { query, people, person, choose, text, setText, isSearching }
}
export type PeopleState = ReturnType<typeof usePeople>
