'use client'

import { useQuery } from '@tanstack/react-query'
import { CheckCircle2Icon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useEffect, useRef } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { listUnknownOutcomesContract } from '#lib/contracts/runs/tasks'

/**
 * Shown after a person answered a call with an unknown outcome: confirms the answer and leads to
 * the next call. It replaces the question and takes its focus.
 */
export function OutcomeAnswered({ taskId }: { taskId: string }) {
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.focus(), [])
  const { data: next } = useQuery({
    ...queryOf(listUnknownOutcomesContract, { query: { limit: 2 } }),
    select: ({ items }) => items.find((item) => item.taskId !== taskId),
  })
  return (
    <section
      ref={region}
      tabIndex={-1}
      role="status"
      aria-label="Your answer"
      className="space-y-1 rounded-lg border border-emerald-600 p-4 text-sm outline-none focus-visible:ring-2 focus-visible:ring-ring"
    >
      <p className="flex items-center gap-2 font-semibold">
        <CheckCircle2Icon
          className="size-4 shrink-0 text-emerald-700 dark:text-emerald-400"
          aria-hidden
        />{' '}
        Your answer is noted.
      </p>
      {next ? (
        <p>
          <Link
            className="inline-block min-h-6 break-words underline underline-offset-2"
            href={`/runs/${next.runId}?task=${next.taskId}`}
          >
            Next call: {next.title}
          </Link>
        </p>
      ) : null}
      <p>
        <Link className="inline-block min-h-6 underline underline-offset-2" href="/inbox">
          Back to the inbox
        </Link>
      </p>
    </section>
  )
}
