'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { keyOf, queryOf } from '#components/shared/loading/queries'
import { Spinner } from '#components/ui/feedback/spinner'
import { Checkbox } from '#components/ui/input/checkbox'
import { getBackTestContract, listBackTestsContract } from '#lib/contracts/workflows/back-tests'
import {
  getPublishNeedsContract,
  runWorkflowTestsContract,
} from '#lib/contracts/workflows/workflow-tests'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'
import { BackTestOfDraft, type Saving } from './back-test-of-draft.tsx'
import { groupInWords } from './group-in-words.ts'
import { TestOutcome } from './test-results.tsx'

type Props = {
  workflowId: string
  autosave: Saving
  accepted: readonly string[]
  onAccept(names: string[]): void
}

/** The tests of the workflow with this draft; they run when the dialog opens. */
function Tests({
  workflowId,
  autosave,
  needed,
}: Omit<Props, 'accepted' | 'onAccept'> & { needed: boolean }) {
  const [revision, setRevision] = useState<number>()
  useEffect(() => {
    void autosave.flush().then(() => setRevision(autosave.revision()))
  }, [autosave])
  const run = useQuery({
    queryKey: keyOf(runWorkflowTestsContract, workflowId, revision),
    queryFn: () => call(runWorkflowTestsContract, { params: { id: workflowId }, body: {} }),
    enabled: revision !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (run.error)
    return <LoadFailure what="The tests" error={run.error} onRetry={() => void run.refetch()} />
  if (!run.data) return <Spinner label="Running the tests" />
  const { passed, failed, results } = run.data
  if (results.length === 0) return null
  return (
    <section aria-label="Tests" className="space-y-2 rounded-md border p-3">
      <h3 className="text-sm font-semibold">Tests</h3>
      <p className="text-sm" role="status">
        {failed === 0
          ? `${countOf(passed, 'test passes', 'tests pass')}.`
          : `${countOf(failed, 'test fails', 'tests fail')} of ${results.length}${needed ? ': mend the draft or change the test before you publish.' : '.'}`}
      </p>
      <ul className="space-y-2">
        {results
          .filter((result) => !result.passed)
          .map((result) => (
            <li key={result.id} className="space-y-1">
              <p className="text-sm font-medium wrap-anywhere">{result.name}</p>
              <TestOutcome result={result} />
            </li>
          ))}
      </ul>
    </section>
  )
}

type NotReadProps = { query: { error: Error | null; refetch(): unknown } }

/** Without the differences there is nothing to accept, and publishing would be refused. */
const NotRead = ({ query: { error, refetch } }: NotReadProps) =>
  error ? <LoadFailure what="What differs" error={error} onRetry={() => void refetch()} /> : null

type AcceptProps = Props & { all: boolean }

/** The differences that the workflow wants accepted by name before it is published. */
function Accept({ workflowId, autosave, all, accepted, onAccept }: AcceptProps) {
  const params = { id: workflowId }
  const tests = useQuery({ ...queryOf(listBackTestsContract, { params }), retry: false })
  const own = tests.data?.items.find(
    ({ revision, status }) => revision === autosave.revision() && status === 'completed',
  )
  const test = useQuery({
    ...queryOf(getBackTestContract, { params: { id: workflowId, backTestId: own?.id ?? '' } }),
    enabled: own !== undefined,
  })
  const groups = (test.data?.groups ?? []).filter(({ kind }) => all || kind === 'failed')
  const failure = tests.error ?? test.error
  if (failure && !test.data) return <NotRead query={tests.error ? tests : test} />
  if (groups.length === 0) return null
  return (
    <fieldset className="space-y-2 rounded-md border p-3">
      <legend className="px-1 text-sm font-semibold">Accept what differs</legend>
      {groups.map(({ name, title, ...group }) => (
        <label key={name} className="flex items-start gap-2 text-sm">
          <Checkbox
            className="mt-0.5"
            checked={accepted.includes(name)}
            onCheckedChange={(checked) =>
              onAccept(
                checked === true ? [...accepted, name] : accepted.filter((one) => one !== name),
              )
            }
          />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{title}</span> {groupInWords({ ...group, title })}
            {group.kind === 'slower' ? '' : `, in ${countOf(group.runs, 'run')}`}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** With what a draft is proved before it is published, and what the workflow asks for. */
export function ProofOfDraft(props: Props) {
  const { workflowId, autosave } = props
  const needs = useQuery(queryOf(getPublishNeedsContract, { params: { id: workflowId } }))
  if (!needs.data)
    return needs.error ? (
      <LoadFailure
        what="What publishing needs"
        error={needs.error}
        onRetry={() => void needs.refetch()}
      />
    ) : null
  const { tests, backTest } = needs.data
  return (
    <>
      <Tests workflowId={workflowId} autosave={autosave} needed={tests} />
      <BackTestOfDraft
        workflowId={workflowId}
        autosave={autosave}
        needed={backTest !== 'none'}
        last={Math.max(100, needs.data.runs)}
      />
      {backTest === 'none' ? null : <Accept {...props} all={backTest === 'accepted'} />}
    </>
  )
}
