import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { searchFileContract } from '#lib/contracts/data/file-pages'
import type { Place } from '#lib/domain/document/page'

export type FileSearch = {
  /** How often it was opened; 0: it is closed. */
  opened: number
  /** What is looked for; empty: nothing yet. */
  words: string
  count: number
  /** The place that is looked at, from 0. */
  at: number
  /** There are more places than these. */
  more: boolean
  isSearching: boolean
  failure: string | undefined
  open(): void
  close(): void
  find(words: string): void
  step(by: -1 | 1): void
}

const none: Place[] = []
const leastCharacters = 2

/** The search in a document, the place it is at, and all its places. */
export function useFileSearch(fileId: string) {
  const [opened, setOpened] = useState(0)
  const [words, setWords] = useState('')
  const [step, setStep] = useState(0)
  const isAsked = opened > 0 && words.length >= leastCharacters
  const query = useQuery({
    ...queryOf(searchFileContract, { params: { id: fileId }, query: { q: words } }),
    enabled: isAsked,
    retry: false,
  })
  const places = isAsked ? (query.data?.places ?? none) : none
  const at = places.length > 0 ? ((step % places.length) + places.length) % places.length : 0
  const tooShort = words !== '' && words.length < leastCharacters
  const search: FileSearch = {
    opened,
    words,
    count: places.length,
    at,
    more: query.data?.more ?? false,
    isSearching: query.isFetching,
    failure: tooShort ? 'Two characters at least' : query.error?.message,
    open: () => setOpened(opened + 1),
    close: () => setOpened(0),
    find: (next) => {
      setWords(next.trim())
      setStep(0)
    },
    step: (by) => setStep(step + by),
  }
  return { search, places, place: places[at] }
}
