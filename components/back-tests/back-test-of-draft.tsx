'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConicalIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { listBackTestsContract, startBackTestContract } from '#lib/contracts/workflows/back-tests'
import { totalsInWords } from '#lib/domain/back-test/in-words'
import { ApiFailure, call } from '#lib/http/client'
import { ProgressOf } from './progress-of.tsx'
import { endedEarly } from './short-result.ts'
import { useBackTest } from './use-back-test.ts'

/** Saving of the draft, as far as this needs it. */
export type Saving = { flush(): Promise<unknown>; revision(): number }
type Props = {
  workflowId: string
  autosave: Saving
  /** The workflow is not published without one. */
  needed: boolean
  /** How many of the newest runs it takes; the page offers other choices. */
  last: number
}

function Found({ workflowId, backTestId }: { workflowId: string; backTestId: string }) {
  const { query, stop } = useBackTest({ id: workflowId, backTestId })
  const test = query.data
  if (query.error) return <p className="text-sm text-destructive">{query.error.message}</p>
  if (!test) return null
  const early = endedEarly(test)
  return (
    <div className="space-y-2">
      {early === undefined ? null : <p className="text-sm">It was {early}.</p>}
      <ProgressOf test={test} stop={stop} />
      {test.done > 0 ? <p className="text-sm">{totalsInWords(test).join(' · ')}.</p> : null}
      {test.problem === null ? null : <p className="text-sm text-destructive">{test.problem}</p>}
      {test.groups.length + test.unknowns.length > 0 ? (
        <Link
          className="text-sm underline"
          href={`/workflows/${workflowId}/back-tests?test=${test.id}`}
        >
          See what differs, run by run
        </Link>
      ) : null}
    </div>
  )
}

/**
 * What this very draft would have done with recorded runs: the newest back-test of it, or the offer
 * of one. Nothing for who may not test.
 */
export function BackTestOfDraft({ workflowId, autosave, needed, last }: Props) {
  const client = useQueryClient()
  const params = { id: workflowId }
  const tests = useQuery({ ...queryOf(listBackTestsContract, { params }), retry: false })
  const start = useMutation({
    mutationFn: async () => {
      await autosave.flush()
      return await call(startBackTestContract, { params, body: { last } })
    },
    onSettled: () => refresh(client, listBackTestsContract),
  })
  if (!tests.data) {
    // Who may not test is offered none.
    const isRefused = tests.error instanceof ApiFailure && tests.error.status === 403
    return tests.error && !isRefused ? (
      <LoadFailure what="The back-tests" error={tests.error} onRetry={() => void tests.refetch()} />
    ) : null
  }
  const own = tests.data.items.find(({ revision }) => revision === autosave.revision())
  // One that was stopped or broken off proves nothing.
  const isAnotherDue = own === undefined || own.status === 'stopped' || own.status === 'failed'
  return (
    <section aria-label="Back-test" className="space-y-2 rounded-md border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Back-test</h3>
        {isAnotherDue ? (
          <Button
            type="button"
            variant="outline"
            size="sm"
            disabled={start.isPending}
            onClick={() => start.mutate()}
          >
            <FlaskConicalIcon aria-hidden /> Try on the newest {last} runs
          </Button>
        ) : null}
      </div>
      {own ? (
        <Found workflowId={workflowId} backTestId={own.id} />
      ) : (
        <p className="text-sm text-muted-foreground">
          Plays recorded runs again with this draft. Nothing is sent.
          {needed ? ' This workflow is published only with a back-test of the draft.' : ''}
        </p>
      )}
      {start.error ? (
        <p role="alert" className="text-sm text-destructive">
          {start.error.message}
        </p>
      ) : null}
    </section>
  )
}
