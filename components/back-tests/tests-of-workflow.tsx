'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkCheckIcon, PencilIcon, PlayIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { formatInstant } from '#components/shared/display/format'
import { Loaded } from '#components/shared/loading/loaded'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Button } from '#components/ui/input/button'
import {
  deleteWorkflowTestContract,
  listWorkflowTestsContract,
  runWorkflowTestsContract,
  type WorkflowTestResult,
  type WorkflowTestView,
} from '#lib/contracts/workflows/workflow-tests'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'
import { TestOutcome } from './test-results.tsx'

const ExpectationsDialog = dialogLater(
  async () => (await import('./expectations/expectations-dialog.tsx')).ExpectationsDialog,
)

/** What a test asks for, in words and without values. */
function expects({ status, path, values }: WorkflowTestView['expected']): string {
  const parts = [
    status === 'completed' ? 'it completes' : 'it fails',
    ...(path.length > 0 ? [countOf(path.length, 'step goes its way', 'steps go their way')] : []),
    ...(values.length > 0 ? [countOf(values.length, 'value')] : []),
  ]
  return `Expects: ${parts.join(', ')}.`
}

type RowProps = {
  workflowId: string
  test: WorkflowTestView
  result: WorkflowTestResult | undefined
}

function TestRow({ workflowId, test, result }: RowProps) {
  const client = useQueryClient()
  const [isEdited, setIsEdited] = useState(false)
  const remove = useMutation({
    mutationFn: () =>
      call(deleteWorkflowTestContract, { params: { id: workflowId, testId: test.id } }),
    onSuccess: () => refresh(client, listWorkflowTestsContract),
  })
  return (
    <li className="space-y-2 px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <h3 className="text-sm font-medium wrap-anywhere">{test.name}</h3>
          <p className="text-sm text-muted-foreground">{expects(test.expected)}</p>
          <p className="text-xs text-muted-foreground">
            {formatInstant(test.createdAt)}, {test.createdBy}
          </p>
        </div>
        <Button
          type="button"
          variant="outline"
          size="sm"
          aria-haspopup="dialog"
          onClick={() => setIsEdited(true)}
        >
          <PencilIcon aria-hidden /> Change<span className="sr-only"> {test.name}</span>
        </Button>
        <ConfirmButton
          icon={Trash2Icon}
          label="Delete"
          about={test.name}
          title={`Delete the test “${test.name}”?`}
          description="Its copy of the run is deleted too."
          confirm="Delete"
          keep="Keep it"
          onConfirm={() => remove.mutate()}
        />
      </div>
      {remove.error ? (
        <p role="alert" className="text-sm text-destructive">
          {remove.error.message}
        </p>
      ) : null}
      {result ? <TestOutcome result={result} /> : null}
      <ExpectationsDialog
        place={{ id: workflowId, testId: test.id }}
        name={test.name}
        open={isEdited}
        onOpenChange={setIsEdited}
      />
    </li>
  )
}

/** The tests of a workflow, and how its saved draft does in them. */
export function TestsOfWorkflow({ workflowId }: { workflowId: string }) {
  const params = { id: workflowId }
  const query = useQuery(queryOf(listWorkflowTestsContract, { params }))
  const run = useMutation({
    mutationFn: () => call(runWorkflowTestsContract, { params, body: {} }),
  })
  const results = new Map(run.data?.results.map((result) => [result.id, result]))
  return (
    <section aria-label="Tests" className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-base font-semibold">Tests</h2>
        {query.data && query.data.items.length > 0 ? (
          <Button
            type="button"
            variant="outline"
            size="sm"
            disabled={run.isPending}
            onClick={() => run.mutate()}
          >
            <PlayIcon aria-hidden /> {run.isPending ? 'Running…' : 'Run with the draft'}
          </Button>
        ) : null}
        <p role="status" className="text-sm text-muted-foreground">
          {run.data ? `${run.data.passed} passed, ${run.data.failed} failed` : ''}
        </p>
      </div>
      {run.error ? (
        <p role="alert" className="text-sm text-destructive">
          {run.error.message}
        </p>
      ) : null}
      <Loaded
        query={query}
        what="The tests"
        loading={<LoadingRows label="Loading the tests" rows={2} rowClass="h-14 w-full" />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={BookmarkCheckIcon}
              title="No tests yet"
              description="Open a run of this workflow and save it as a test: from then on each publishing shows whether the workflow still does with it what it did."
            />
          ) : (
            <ul className="divide-y rounded-lg border bg-card">
              {items.map((test) => (
                <TestRow
                  key={test.id}
                  workflowId={workflowId}
                  test={test}
                  result={results.get(test.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
