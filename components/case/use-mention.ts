'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { listRunPeopleContract, type NamedPerson } from '#lib/contracts/runs/comments'

/** The text behind the last @ before the caret; undefined where no name is being typed. */
export function typedName(text: string, caret: number): string | undefined {
  const before = text.substring(0, caret)
  const found = /(?:^|[\s(])@([^@\n]{0,40})$/.exec(before)
  return found?.[1]
}

/** The members who match the name that is being typed, and the chosen one of them. */
export function useMention(runId: string, typed: string | undefined) {
  const [chosen, choose] = useState(0)
  const { data } = useQuery({
    ...queryOf(listRunPeopleContract, { params: { id: runId }, query: { q: typed ?? '' } }),
    enabled: typed !== undefined,
    placeholderData: keepPreviousData,
  })
  const people: NamedPerson[] = typed === undefined ? [] : (data?.items ?? [])
  const current = people[Math.min(chosen, people.length - 1)]
  return { people, current, chosen: Math.min(chosen, people.length - 1), choose }
}
