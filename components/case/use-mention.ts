'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Mentionable } from '#lib/contracts/runs/comments'
import { peopleOf, type CommentPlace } from './comment-place.ts'

/** Whether a word of the name begins so. */
const isMeant = (name: string, typed: string | undefined): boolean =>
  typed !== undefined && ` ${name}`.toLowerCase().includes(` ${typed.toLowerCase()}`)

/** The members who match the name that is being typed, and the chosen one of them. */
export function useMention(place: CommentPlace, typed: string | undefined) {
  const [chosen, choose] = useState(0)
  const { data } = useQuery({
    ...peopleOf(place, typed ?? ''),
    enabled: typed !== undefined,
    placeholderData: keepPreviousData,
  })
  // The answer may be that of an earlier text.
  const people: Mentionable[] = (data?.items ?? []).filter(({ name }) => isMeant(name, typed))
  const current = people[Math.min(chosen, people.length - 1)]
  return { people, current, chosen: Math.min(chosen, people.length - 1), choose }
}
