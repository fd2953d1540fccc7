'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CasePanel } from '#components/case/case-panel'
import { Loaded } from '#components/shared/loading/loaded'
import { Loading } from '#components/shared/loading/loading'
import { refresh } from '#components/shared/loading/queries'
import { FoundElsewhere } from '#components/shell/found-elsewhere'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { BackLink } from '#components/shared/display/back-link'
import { PrintedHead, type PrintedFor } from '#components/shared/display/printed-head'
import { usePrinting } from '#components/shared/display/use-printing'
import { Page } from '#components/ui/layout/page'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import { getRunContract, type RunPage as Run } from '#lib/contracts/runs/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { RunDrawing } from './graph/run-drawing.tsx'
import { Holds } from './run/holds.tsx'
import { RunData } from './run/run-data.tsx'
import { RunHeader } from './run/run-header.tsx'
import { TaskList } from './task/task-list.tsx'
import { TaskPanel } from './task/task-panel.tsx'
import { Timeline } from './run/timeline.tsx'
import { useChosenTask } from './run/use-chosen-task.ts'
import { useRun } from './run/use-run.ts'

/** Where the run failed: the step's title. */
function failedAt({ error, definition }: Run): string {
  if (!error?.stepId) return ''
  const step = (definition as Definition).steps.find(({ id }) => id === error.stepId)
  return ` at “${step?.title ?? error.stepId}”`
}

/** Why the run ended early. That somebody cancelled it is no failure. */
function Failure({ run }: { run: Run }) {
  if (!run.error) return null
  if (run.status === 'cancelled')
    return (
      <Alert>
        <AlertTitle>The run was cancelled</AlertTitle>
        <AlertDescription className="break-words">{run.error.message}</AlertDescription>
      </Alert>
    )
  return (
    <Alert variant="destructive">
      <AlertTitle>The run failed{failedAt(run)}</AlertTitle>
      <AlertDescription className="break-words">{run.error.message}</AlertDescription>
    </Alert>
  )
}

type ViewsProps = { run: Run; task: ReturnType<typeof useChosenTask> }

/** The run as a drawing, on its time axis, as a list, and its data; each view chooses a task. */
function Views({ run, task: { key, stepId, choose, chooseStep } }: ViewsProps) {
  return (
    <Tabs defaultValue="workflow" className="min-w-0">
      <TabsList aria-label="Views of the run">
        <TabsTrigger value="workflow">Workflow</TabsTrigger>
        <TabsTrigger value="timeline">Timeline</TabsTrigger>
        <TabsTrigger value="tasks">Tasks</TabsTrigger>
        <TabsTrigger value="data">Data</TabsTrigger>
      </TabsList>
      <TabsContent
        value="workflow"
        className="h-[60vh] min-h-80 overflow-hidden rounded-lg border bg-card"
      >
        <RunDrawing run={run} selected={stepId} onSelect={chooseStep} />
      </TabsContent>
      <TabsContent value="timeline" className="rounded-lg border bg-card">
        <Timeline run={run} selected={key} onSelect={choose} />
      </TabsContent>
      <TabsContent value="tasks" className="rounded-lg border bg-card">
        <TaskList tasks={run.tasks} selected={key} onSelect={choose} />
      </TabsContent>
      <TabsContent value="data" className="space-y-4 rounded-lg border bg-card p-4">
        <RunData run={run} />
      </TabsContent>
    </Tabs>
  )
}

/** On paper all parts stand below each other. */
function Printed({ run }: { run: Run }) {
  return (
    <div className="space-y-6">
      <section className="space-y-1">
        <h2 className="text-sm font-semibold">Tasks</h2>
        <TaskList tasks={run.tasks} selected={null} onSelect={() => undefined} />
      </section>
      <RunData run={run} />
    </div>
  )
}

type PartProps = { run: Run; canControl: boolean; onChanged(): void }

function Body({ run, canControl, onChanged }: PartProps) {
  const chosen = useChosenTask(run)
  const { task } = chosen
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Views run={run} task={chosen} />
      <div className="min-w-0 space-y-4">
        <aside className="rounded-lg border bg-card p-4" aria-label="The chosen task">
          {task ? (
            <TaskPanel
              key={task.key}
              run={run}
              task={task}
              linked={chosen.isLinked}
              canControl={canControl}
              onChanged={() => {
                // A task that a person acted on stays visible, even when the page had chosen it by
                // itself.
                chosen.choose(task.key)
                onChanged()
              }}
            />
          ) : (
            <p className="text-sm text-muted-foreground">
              Choose a step to see what it was given and what it answered.
            </p>
          )}
        </aside>
        <CasePanel runId={run.id} patientKey={run.patientKey} />
      </div>
    </div>
  )
}

const skeleton = (
  <Loading className="space-y-4" label="Loading the run">
    <Skeleton className="h-8 w-80" />
    <Skeleton className="h-96 w-full" />
  </Loading>
)

type Props = { id: string; canControl: boolean; canTest: boolean; printedFor: PrintedFor }

/** One run, live: the drawn workflow, the timeline, the tasks, and the possible actions. */
export function RunPage({ id, canControl, canTest, printedFor }: Props) {
  const isPrinted = usePrinting() !== undefined
  const client = useQueryClient()
  const { connection, ...query } = useRun(id)
  const onChanged = () => void refresh(client, getRunContract)
  return (
    <Page width="full" className="space-y-4">
      <BackLink href="/runs">Runs</BackLink>
      <Loaded
        query={query}
        what="This run"
        isPage
        loading={skeleton}
        belowFailure={(error) => <FoundElsewhere kind="run" id={id} error={error} />}
      >
        {(run) => (
          <>
            <PrintedHead printedFor={printedFor} runId={run.id} />
            <RunHeader
              run={run}
              connection={connection}
              canControl={canControl}
              canTest={canTest}
              onChanged={onChanged}
            />
            <Failure run={run} />
            <Holds run={run} />
            {isPrinted ? <Printed run={run} /> : null}
            <div className="print:hidden">
              <Body run={run} canControl={canControl} onChanged={onChanged} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}
