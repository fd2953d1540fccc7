'use client'

import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { parseExactJson } from '#lib/domain/exact-json'
import { actsAs } from '#lib/http/client'
import { Listening } from './listening.tsx'

/** What the API answered to a read of a page while the server drew the page. */
export type PrefilledAnswer = {
  queryKey: readonly unknown[]
  /** The answer as JSON, which the browser parses like one that it asked for itself. */
  text: string
  shape: AnswerShape
}

/** What of an answer is shown: all of it, it as the first page of a list, or the items of a page. */
export type AnswerShape = 'one' | 'list' | 'items'

function dataOf(answer: unknown, shape: AnswerShape): unknown {
  if (shape === 'list') return { pages: [answer], pageParams: [''] }
  if (shape === 'one') return answer
  const { items, nextCursor } = answer as { items: unknown[]; nextCursor: string | null }
  // Undefined sets nothing: the browser reads the items of all pages.
  return nextCursor === null ? items : undefined
}

// By the answers of one drawing: going back shows the same answers again, which are old by then.
const filled = new WeakMap<QueryClient, WeakSet<PrefilledAnswer[]>>()

/** A list of which more was read than its first page keeps its pages. */
const hasMorePages = (data: unknown): boolean =>
  ((data as InfiniteData<unknown> | undefined)?.pages.length ?? 0) > 1

function fill(client: QueryClient, answers: PrefilledAnswer[]): void {
  const known = filled.get(client) ?? new WeakSet()
  filled.set(client, known)
  if (known.has(answers)) return
  known.add(answers)
  for (const { queryKey, text, shape } of answers) {
    if (shape === 'list' && hasMorePages(client.getQueryData(queryKey))) continue
    client.setQueryData(queryKey, dataOf(parseExactJson(text), shape))
  }
}

type Props = {
  answers: PrefilledAnswer[]
  /** Whose answers they are. */
  organizationId: string
  personId: string
  children: ReactNode
}

/** The content of a page, whose reads are answered already where the server knew the answers. */
export function PrefilledQueries({ answers, organizationId, personId, children }: Props) {
  const client = useQueryClient()
  // While drawing: the content below draws with these answers, on the server too. A tab that was
  // left behind in another organization does not show them: it asks, and is told what happened.
  if (actsAs(organizationId, personId)) fill(client, answers)
  return (
    <>
      {children}
      <Listening />
    </>
  )
}
