import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PlayIcon, PlusIcon, SquareIcon, TableIcon, Trash2Icon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useContext, useEffect, useRef, useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { loadCode } from '#components/shared/loading/load-code'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Loaded } from '#components/shared/loading/loaded'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Progress } from '#components/ui/feedback/progress'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'
import {
  deleteTestCaseContract,
  deleteTestSetContract,
  getTestSetContract,
  getTrialProgressContract,
  startTrialContract,
  stopTrialContract,
  type TestCaseView,
  type TestSetView,
} from '#lib/contracts/workflows/test-sets'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'
import { CaseRow } from './case-row.tsx'
import { DraftScope } from './draft-scope.ts'
import { FromRun } from './from-run.tsx'
import { Scores } from './scores.tsx'
import { staleWords } from './score-words.ts'

const CaseDialog = dynamic(
  async () => (await loadCode(() => import('./case-dialog.tsx'))).CaseDialog,
  { ssr: false },
)
const ResultsSheet = dynamic(
  async () => (await loadCode(() => import('./results-sheet.tsx'))).ResultsSheet,
  { ssr: false },
)

const lookEveryMs = 2000

type Place = { id: string; stepId: string }

/** The acts on a set; each reads it again. */
function useActs(place: Place, save: () => Promise<boolean>) {
  const client = useQueryClient()
  const again = () => void refresh(client, getTestSetContract, getTrialProgressContract)
  const options = { onError: (error: Error) => toast.error(error.message), onSettled: again }
  const start = useMutation({
    mutationFn: async () => {
      // What is tested is the draft on the server.
      if (!(await save()))
        throw new Error('The draft could not be saved, so its changes cannot be tested yet.')
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
  const removeAll = useMutation({
    mutationFn: () => call(deleteTestSetContract, { params: place }),
    ...options,
  })
  return { start, stop, remove, removeAll, again }
}

type Acts = ReturnType<typeof useActs>

/** How far the running trial is; when it ends, the set is read again. */
function Running({ place, acts }: { place: Place; acts: Acts }) {
  const client = useQueryClient()
  const { data } = useQuery({
    ...queryOf(getTrialProgressContract, { params: place }),
    refetchInterval: lookEveryMs,
  })
  const { done = 0, total = 1, status = 'running' } = data?.latest ?? {}
  useEffect(() => {
    if (status !== 'running') void refresh(client, getTestSetContract)
  }, [status, client])
  return (
    <div className="space-y-2">
      <p role="status" className="text-sm">
        {data ? `Running: ${done} of ${countOf(total, 'case')} done.` : 'Running…'}
      </p>
      <Progress value={(100 * done) / total} aria-label="Cases done" />
      <Button
        type="button"
        variant="outline"
        size="sm"
        aria-disabled={acts.stop.isPending}
        onClick={() => acts.stop.isPending || acts.stop.mutate()}
      >
        <SquareIcon aria-hidden /> Stop
      </Button>
    </div>
  )
}

/** The buttons to run the set, and to see how it went in full. */
function Start({ set, acts, onShow }: { set: TestSetView; acts: Acts; onShow(): void }) {
  const { cases, problem, latest } = set
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        type="button"
        size="sm"
        disabled={cases.length === 0 || problem !== null}
        // A button that is disabled meanwhile would lose the focus.
        aria-disabled={acts.start.isPending}
        onClick={() => acts.start.isPending || acts.start.mutate()}
      >
        <PlayIcon aria-hidden /> Run the tests
      </Button>
      {latest && latest.results.length > 0 ? (
        <Button type="button" variant="outline" size="sm" onClick={onShow}>
          <TableIcon aria-hidden /> Case by case
        </Button>
      ) : null}
    </div>
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

type CasesProps = {
  set: TestSetView
  place: Place
  acts: Acts
  onEdit(edited: TestCaseView | undefined): void
}

function Cases({ set, place, acts, onEdit }: CasesProps) {
  const { cases, latest, comparison } = set
  return (
    <section className="space-y-2" aria-label="Cases">
      {cases.length > 0 ? (
        <ul className="divide-y rounded-md border">
          {cases.map((one) => (
            <CaseRow
              key={one.id}
              one={one}
              result={latest?.results.find(({ caseId }) => caseId === one.id)}
              moves={comparison?.moves.filter(({ caseId }) => caseId === one.id) ?? []}
              onEdit={() => onEdit(one)}
              onDelete={() => acts.remove.mutate(one.id)}
            />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted-foreground">There are no cases yet.</p>
      )}
      <FromRun place={place} onAdded={acts.again} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button type="button" variant="outline" size="sm" onClick={() => onEdit(undefined)}>
          <PlusIcon aria-hidden /> Add a case
        </Button>
        {cases.length > 0 ? (
          <ConfirmButton
            icon={Trash2Icon}
            label="Delete the set"
            title="Delete this test set?"
            description="All cases with their files, and the scores of every run, are deleted."
            confirm="Delete the set"
            keep="Keep it"
            onConfirm={() => acts.removeAll.mutate()}
          />
        ) : null}
      </div>
    </section>
  )
}

function TestSet({ set, place, acts }: { set: TestSetView; place: Place; acts: Acts }) {
  const [dialog, setDialog] = useState<{ edited: TestCaseView | undefined }>()
  const [isShown, setShown] = useState(false)
  // The button to run the set gives way to the one that stops it, and comes back.
  const keptFocus = useKeptFocus<HTMLDivElement>('first')
  const { latest, comparison, form } = set
  const isRunning = latest?.status === 'running'
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted-foreground">
        Files whose content you know. Run them after each change of the question, the fields or the
        model, and compare the score.
      </p>
      <Notes set={set} />
      <div {...keptFocus}>
        {isRunning ? (
          <Running place={place} acts={acts} />
        ) : (
          <Start set={set} acts={acts} onShow={() => setShown(true)} />
        )}
      </div>
      {latest && !isRunning ? <Scores latest={latest} comparison={comparison} /> : null}
      <Cases set={set} place={place} acts={acts} onEdit={(edited) => setDialog({ edited })} />
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
      {isShown && latest ? (
        <ResultsSheet set={set} latest={latest} onClose={() => setShown(false)} />
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
  const query = useQuery(queryOf(getTestSetContract, { params: place }))
  const wasSaved = useRef(isSaved)
  useEffect(() => {
    // The draft on the server is another one now: it may have this step now, or ask something else.
    if (isSaved && !wasSaved.current) void refresh(client, getTestSetContract)
    wasSaved.current = isSaved
  }, [isSaved, client])
  return (
    <Loaded query={query} what="The test set" loading={<Skeleton className="h-40 w-full" />}>
      {(set) => <TestSet set={set} place={place} acts={acts} />}
    </Loaded>
  )
}
