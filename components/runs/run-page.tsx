'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeftIcon, BanIcon, RadioIcon, WifiOffIcon } from 'lucide-react'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { toast } from 'sonner'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { refresh } from '#components/shared/queries'
import { FoundElsewhere } from '../shell/found-elsewhere.tsx'
import { Button } from '#components/ui/button'
import { Skeleton } from '#components/ui/skeleton'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs'
import { cancelRunContract, getRunContract, type RunPage as Run } from '#lib/contracts/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { bodiesOf, innermostLoops } from '#lib/domain/workflow/loops'
import { isTerminalRun, type RunTrigger } from '#lib/domain/statuses'
import { call } from '#lib/http/client'
import { ConfirmButton } from '#components/shared/confirm-button'
import { Holds } from './holds.tsx'
import { formatDuration, formatInstant } from '#components/shared/format'
import { itemRange } from './loop-items.ts'
import { RunAgain } from './run-again.tsx'
import { RunData } from './run-data.tsx'
import { RunGraph } from './run-graph.tsx'
import { taskOfStep } from './run-graph-model.ts'
import { RunStatusBadge } from '#components/shared/status'
import { TaskList } from './task-list.tsx'
import { TaskPanel } from './task-panel.tsx'
import { Timeline } from './timeline.tsx'
import { useRun, type Connection } from './use-run.ts'

const triggers: Record<RunTrigger, string> = {
  manual: 'by hand',
  form: 'by a form',
  api: 'by the API',
  schedule: 'by a schedule',
  retry: 'as a retry',
  parent: 'by a step of another run',
}

function Live({ connection }: { connection: Connection }) {
  if (connection === 'ended') return null
  const lost = connection === 'lost'
  return (
    <span
      role="status"
      className={`inline-flex items-center gap-1 text-xs ${lost ? 'text-amber-800 dark:text-amber-300' : 'text-muted-foreground'}`}
    >
      {lost ? (
        <WifiOffIcon className="size-3.5" aria-hidden />
      ) : (
        <RadioIcon className="size-3.5" aria-hidden />
      )}
      {lost ? 'Connection lost, trying again' : connection === 'live' ? 'Live' : 'Connecting'}
    </span>
  )
}

function Header({
  run,
  connection,
  canControl,
  onChanged,
}: {
  run: Run
  connection: Connection
  canControl: boolean
  onChanged(): void
}) {
  const cancel = useMutation({
    mutationFn: () => call(cancelRunContract, { params: { id: run.id }, body: {} }),
    onSuccess: () => toast.success('The run is cancelled.'),
    onError: (error) => toast.error(error.message),
    onSettled: onChanged,
  })
  const ms =
    (run.finishedAt ? new Date(run.finishedAt) : new Date()).getTime() -
    new Date(run.createdAt).getTime()
  return (
    <header className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-xl font-semibold tracking-tight">{run.workflow.name}</h1>
          <RunStatusBadge status={run.status} />
          <Live connection={connection} />
        </div>
        <p className="text-sm text-muted-foreground">
          Started {formatInstant(run.createdAt)} {triggers[run.trigger]}
          {run.startedBy ? ` (${run.startedBy})` : ''} ·{' '}
          {run.version === null ? 'draft' : `version ${run.version}`}
          {run.finishedAt ? ` · took ${formatDuration(ms)}` : ''}
          {run.parent ? (
            <>
              {' '}
              ·{' '}
              <Link className="underline underline-offset-2" href={`/runs/${run.parent.runId}`}>
                {run.loop
                  ? `${itemRange(run.loop.from, run.loop.items)} of a loop in another run`
                  : `part of a run of ${run.parent.workflowName}`}
              </Link>
            </>
          ) : null}
          {run.retriedFromRunId ? (
            <>
              {' '}
              ·{' '}
              <Link className="underline underline-offset-2" href={`/runs/${run.retriedFromRunId}`}>
                retried from an earlier run
              </Link>
            </>
          ) : null}
        </p>
      </div>
      {canControl ? <RunAgain run={run} /> : null}
      {canControl && !isTerminalRun(run.status) ? (
        <ConfirmButton
          icon={BanIcon}
          label="Cancel run"
          title="Cancel this run?"
          confirm="Cancel the run"
          keep="Keep it running"
          description="Every task that is not finished is cancelled. What was already done outside is not undone."
          onConfirm={() => cancel.mutate()}
        />
      ) : null}
    </header>
  )
}

/** Where the run failed, as people named the step. */
function failedAt({ error, definition }: Run): string {
  if (!error?.stepId) return ''
  const step = (definition as Definition).steps.find(({ id }) => id === error.stepId)
  return ` at “${step?.title ?? error.stepId}”`
}

function Body({
  run,
  canControl,
  onChanged,
}: {
  run: Run
  canControl: boolean
  onChanged(): void
}) {
  // Links from elsewhere name the task.
  const linked = useSearchParams().get('task')
  const linkedKey = run.tasks.find((task) => task.id === linked)?.key ?? null
  const [chosen, setChosen] = useState(linkedKey)
  // A link may lead from one task of a run to another.
  const [followed, setFollowed] = useState(linked)
  if (linked !== followed) {
    setFollowed(linked)
    setChosen(linkedKey)
  }
  const failed = run.tasks.find((task) => task.status === 'failed')
  const waiting = run.tasks.find((task) => task.status === 'suspended')
  const key = chosen ?? failed?.key ?? waiting?.key ?? null
  const task = run.tasks.find((entry) => entry.key === key)
  const changed = (shown: string) => {
    // What somebody acted on stays in sight, also when the page had chosen it by itself.
    setChosen(shown)
    onChanged()
  }
  const selectStep = (stepId: string) => {
    // What a loop repeats is done in its runs, which the loop's own task lists.
    const loop = innermostLoops(bodiesOf((run.definition as Definition).steps)).get(stepId)
    setChosen(
      (taskOfStep(run.tasks, stepId) ?? (loop ? taskOfStep(run.tasks, loop) : undefined))?.key ??
        null,
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Tabs defaultValue="workflow" className="min-w-0">
        <TabsList aria-label="Views of the run">
          <TabsTrigger value="workflow">Workflow</TabsTrigger>
          <TabsTrigger value="timeline">Timeline</TabsTrigger>
          <TabsTrigger value="tasks">Tasks</TabsTrigger>
          <TabsTrigger value="data">Data</TabsTrigger>
        </TabsList>
        <TabsContent value="workflow" className="h-[60vh] min-h-80 rounded-lg border bg-card">
          <RunGraph
            definition={run.definition as Definition}
            run={run}
            selected={task?.stepId ?? null}
            onSelect={selectStep}
          />
        </TabsContent>
        <TabsContent value="timeline" className="rounded-lg border bg-card">
          <Timeline run={run} selected={key} onSelect={setChosen} />
        </TabsContent>
        <TabsContent value="tasks" className="rounded-lg border bg-card">
          <TaskList tasks={run.tasks} selected={key} onSelect={setChosen} />
        </TabsContent>
        <TabsContent value="data" className="space-y-4 rounded-lg border bg-card p-4">
          <RunData run={run} />
        </TabsContent>
      </Tabs>
      <aside className="rounded-lg border bg-card p-4" aria-label="The chosen task">
        {task ? (
          <TaskPanel
            key={task.key}
            run={run}
            task={task}
            linked={task.id === linked}
            canControl={canControl}
            onChanged={() => changed(task.key)}
          />
        ) : (
          <p className="text-sm text-muted-foreground">
            Choose a step to see what it was given and what it answered.
          </p>
        )}
      </aside>
    </div>
  )
}

/** One run, live: the drawn workflow, the timeline, the tasks, and what may be done about them. */
export function RunPage({ id, canControl }: { id: string; canControl: boolean }) {
  const client = useQueryClient()
  const { data: run, error, isPending, refetch, connection } = useRun(id)
  const onChanged = () => void refresh(client, getRunContract)
  return (
    <div className="w-full space-y-4">
      <Button variant="ghost" size="sm" className="-ml-3" asChild>
        <Link href="/runs">
          <ArrowLeftIcon aria-hidden /> Runs
        </Link>
      </Button>
      {run ? (
        <>
          <Header run={run} connection={connection} canControl={canControl} onChanged={onChanged} />
          {run.error ? (
            <Alert variant="destructive">
              <AlertTitle>The run failed{failedAt(run)}</AlertTitle>
              <AlertDescription className="break-words">{run.error.message}</AlertDescription>
            </Alert>
          ) : null}
          <Holds run={run} />
          <Body run={run} canControl={canControl} onChanged={onChanged} />
        </>
      ) : isPending ? (
        <div className="space-y-4" aria-busy="true" aria-label="Loading the run">
          <Skeleton className="h-8 w-80" />
          <Skeleton className="h-96 w-full" />
        </div>
      ) : (
        <>
          <Alert variant="destructive">
            <AlertTitle>This run could not be loaded</AlertTitle>
            <AlertDescription>
              {error?.message}
              <Button variant="outline" size="sm" className="mt-2" onClick={() => void refetch()}>
                Try again
              </Button>
            </AlertDescription>
          </Alert>
          {error ? <FoundElsewhere kind="run" id={id} error={error} /> : null}
        </>
      )}
    </div>
  )
}
