'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PlayIcon, PlusIcon, SquareIcon } from 'lucide-react'
import { useContext, useEffect, useState } from 'react'
import { toast } from 'sonner'
import { Loaded } from '#components/shared/loading/loaded'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Progress } from '#components/ui/feedback/progress'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import {
  deleteTestCaseContract,
  getTestSetContract,
  startTrialContract,
  stopTrialContract,
  type TestCaseView,
  type TestSetView,
} from '#lib/contracts/workflows/test-sets'
import { call } from '#lib/http/client'
import { CaseDialog } from './case-dialog.tsx'
import { CaseRow } from './case-row.tsx'
import { DraftScope } from './draft-scope.ts'
import { FromRun } from './from-run.tsx'
import { Scores } from './scores.tsx'
import { staleWords } from './score-words.ts'

const lookEveryMs = 5000

type Place = { id: string; stepId: string }

/** The acts on a set; each reads it again. */
function useActs(place: Place, save: () => Promise<void>) {
  const client = useQueryClient()
  const again = () => void refresh(client, getTestSetContract)
  const options = { onError: (error: Error) => toast.error(error.message), onSettled: again }
  const start = useMutation({
    mutationFn: async () => {
      // What is tested is the draft on the server.
      await save()
      return await call(startTrialContract, { params: place })
    },
    ...options,
  })
  const stop = useMutation({
    mutationFn: () => call(stopTrialContract, { params: place }),
    ...options,
  })
  const remove = useMutation({
    mutationFn: (caseId: string) => call(deleteTestCaseContract, { params: { ...place, caseId } }),
    ...options,
  })
  return { start, stop, remove, again }
}

type Acts = ReturnType<typeof useActs>

/** Whether the set runs, and the button to run or stop it. */
function Running({ set, acts }: { set: TestSetView; acts: Acts }) {
  const { latest, cases, problem } = set
  if (latest?.status === 'running')
    return (
      <div className="space-y-2">
        <p role="status" className="text-sm">
          {`Running: ${latest.done} of ${latest.total} cases are done.`}
        </p>
        <Progress value={(100 * latest.done) / latest.total} aria-label="Cases done" />
        <Button type="button" variant="outline" size="sm" onClick={() => acts.stop.mutate()}>
          <SquareIcon aria-hidden /> Stop
        </Button>
      </div>
    )
  return (
    <Button
      type="button"
      size="sm"
      disabled={cases.length === 0 || problem !== null || acts.start.isPending}
      onClick={() => acts.start.mutate()}
    >
      <PlayIcon aria-hidden /> Run the tests
    </Button>
  )
}

/** Why the set cannot be run, or why its scores are old. */
function Notes({ set }: { set: TestSetView }) {
  const notes = [set.problem, staleWords(set)].filter((note) => typeof note === 'string')
  return notes.map((note) => (
    <Alert key={note} variant="warning">
      <AlertDescription>{note}</AlertDescription>
    </Alert>
  ))
}

function TestSet({ set, place, acts }: { set: TestSetView; place: Place; acts: Acts }) {
  const [dialog, setDialog] = useState<{ edited: TestCaseView | undefined }>()
  const { cases, latest, before, form } = set
  const resultOf = (id: string) => latest?.results.find(({ caseId }) => caseId === id)
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted-foreground">
        Files whose content you know. Run them after each change of the question, the fields or the
        model, and compare the score.
      </p>
      <Notes set={set} />
      <Running set={set} acts={acts} />
      {latest ? <Scores latest={latest} before={before} /> : null}
      <section className="space-y-2" aria-label="Cases">
        {cases.length > 0 ? (
          <ul className="divide-y rounded-md border">
            {cases.map((one) => (
              <CaseRow
                key={one.id}
                one={one}
                result={resultOf(one.id)}
                onEdit={() => setDialog({ edited: one })}
                onDelete={() => acts.remove.mutate(one.id)}
              />
            ))}
          </ul>
        ) : (
          <p className="text-sm text-muted-foreground">There are no cases yet.</p>
        )}
        <Button
          type="button"
          variant="outline"
          size="sm"
          onClick={() => setDialog({ edited: undefined })}
        >
          <PlusIcon aria-hidden /> Add a case
        </Button>
        <FromRun place={place} onAdded={acts.again} />
      </section>
      {dialog ? (
        <CaseDialog
          place={place}
          form={form}
          edited={dialog.edited}
          onClose={(isChanged) => {
            setDialog(undefined)
            if (isChanged) acts.again()
          }}
        />
      ) : null}
    </div>
  )
}

/** The test set of a step “Ask documents”: its cases, and how the draft scores with them. */
export function TestsTab({ stepId }: { stepId: string }) {
  const { workflowId, isSaved, save } = useContext(DraftScope)
  const place = { id: workflowId, stepId }
  const acts = useActs(place, save)
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(getTestSetContract, { params: place }),
    refetchInterval: ({ state }) =>
      state.data?.latest?.status === 'running' ? lookEveryMs : false,
  })
  useEffect(() => {
    // The draft on the server is another one now, so the scores may be old.
    if (isSaved) void refresh(client, getTestSetContract)
  }, [isSaved, client])
  return (
    <Loaded query={query} what="The test set" loading={<Skeleton className="h-40 w-full" />}>
      {(set) => <TestSet set={set} place={place} acts={acts} />}
    </Loaded>
  )
}
