'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleHelpIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useRef, useState } from 'react'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { itemsOf } from '#components/shared/loading/paged-list'
import { Button } from '#components/ui/input/button'
import { pagesOf } from '#components/shared/loading/queries'
import { listUnknownOutcomesContract, type UnknownOutcome } from '#lib/contracts/runs/tasks'
import { pollEvery } from '#components/shared/loading/poll-every'
import { Age } from '#components/shared/display/age'

function Row({ task }: { task: UnknownOutcome }) {
  return (
    <li>
      <Link
        href={`/runs/${task.runId}?task=${task.taskId}`}
        className="flex items-start gap-x-4 rounded-lg border border-amber-500/60 bg-card px-4 py-3 outline-none hover:bg-accent/40 focus-visible:ring-2 focus-visible:ring-ring sm:items-center"
      >
        <CircleHelpIcon
          className="mt-1 size-4 shrink-0 text-amber-700 sm:mt-0 dark:text-amber-400"
          aria-hidden
        />
        <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:gap-4">
          <span className="min-w-0 flex-1">
            <span className="block font-medium break-words sm:truncate">{task.title}</span>
            <span className="block text-sm text-muted-foreground break-words sm:truncate">
              {task.workflow.name} · {task.reason}
            </span>
          </span>
          <Age
            at={task.calledAt}
            className="text-sm text-muted-foreground tabular-nums sm:w-24 sm:text-right"
          />
        </span>
      </Link>
    </li>
  )
}

const explanations = {
  one:
    'It may have happened, and repeating it might do it twice. Its run waits ' +
    'until a person checks the other system and answers.',
  many:
    'They may have happened, and repeating them might do them twice. Their runs ' +
    'wait until a person checks the other system and answers.',
}

/** How many are shown before the person asks for all of them. */
const maxAtFirst = 3

/**
 * The calls with an unknown outcome, for people who may answer; nothing while there are none. They
 * are read again every ten seconds.
 */
export function UnknownOutcomes() {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery({
    ...pagesOf(listUnknownOutcomesContract),
    refetchInterval: pollEvery(10_000),
  })
  const tasks = itemsOf(query)
  if (query.isError && tasks.length === 0)
    return (
      <LoadFailure
        what="The calls whose outcome is not known"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (tasks.length === 0) return null
  const one = tasks.length === 1
  const shown = all ? tasks : tasks.slice(0, maxAtFirst)
  const showAll = () => {
    setAll(true)
    // The button disappears, so its focus goes to the first call that it loaded.
    setTimeout(() => list.current?.querySelectorAll('a')[maxAtFirst]?.focus(), 0)
  }
  return (
    <section className="space-y-2" aria-labelledby="unknown-outcomes">
      <h2 id="unknown-outcomes" className="font-semibold">
        {one ? 'Did this call happen?' : 'Did these calls happen?'}
      </h2>
      <p className="text-sm text-muted-foreground">{one ? explanations.one : explanations.many}</p>
      <ul ref={list} className="space-y-2" aria-label="Calls whose outcome is not known">
        {shown.map((task) => (
          <Row key={task.taskId} task={task} />
        ))}
      </ul>
      {shown.length < tasks.length ? (
        <Button variant="outline" onClick={showAll}>
          Show all {query.hasNextPage ? `${tasks.length}+` : tasks.length}
        </Button>
      ) : null}
      {all && query.hasNextPage ? (
        <Button
          variant="outline"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </section>
  )
}
