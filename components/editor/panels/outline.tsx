'use client'

import { PlusIcon } from 'lucide-react'
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { countOf } from '#lib/domain/count-of'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { AddPopup } from '../canvas/add-popup.tsx'
import { titleOf } from '../commands/command.ts'
import { groupsOfSteps } from '../model/groups-of-steps.ts'
import { useShown, useView } from '../levels/use-view.ts'
import { loopDepths } from '../model/layout/bodies.ts'
import { readingOrder } from '../model/graph.ts'
import { problemsByStep } from '../model/problems-by-step.ts'
import { StartLine } from '../start/start-card.tsx'
import { useStarts } from '../start/starts-context.ts'
import { useEditor } from '../store-context.ts'
import { useMoveInList } from '../moving/use-move-in-list.ts'
import { OutlineGroups } from './outline-groups.tsx'
import { OutlinePart } from './outline-part.tsx'
import { OutlineStep } from './outline-step.tsx'

type Props = { problems: Problem[]; onConnectRequest(stepId: string): void; onAddRequest(): void }

/**
 * The workflow as a list, in the order in which it runs. It does everything the canvas does: add,
 * connect, reorder, configure, delete.
 */
export function Outline({ problems, onConnectRequest, onAddRequest }: Props) {
  const definition = useEditor((state) => state.definition)
  const canEdit = useEditor((state) => state.readOnly === undefined)
  const { boxOf } = useShown()
  const { loop } = useView()
  const steps = useMemo(
    () => readingOrder(definition).filter(({ id }) => boxOf.has(id)),
    [definition, boxOf],
  )
  const counts = useMemo(() => problemsByStep(problems), [problems])
  return (
    <div
      role="region"
      aria-label="Outline"
      data-outline
      // Below the buttons that open and close the panes.
      className={cn('h-full overflow-y-auto p-4 lg:pt-14', loop !== undefined && 'pt-14')}
    >
      <div className="mx-auto max-w-3xl space-y-3">
        <div className="flex items-center justify-between gap-2">
          <h2 className="text-sm font-semibold">{countOf(steps.length, 'step')}</h2>
          {canEdit ? (
            <Button type="button" variant="outline" size="sm" onClick={onAddRequest}>
              <PlusIcon aria-hidden /> Add a step
            </Button>
          ) : null}
        </div>
        {loop === undefined ? <OutlineStart /> : null}
        <OutlineGroups />
        {steps.length === 0 ? <EmptyOutline /> : null}
        <OutlineList
          definition={definition}
          steps={steps}
          counts={counts}
          onConnectRequest={onConnectRequest}
        />
      </div>
      <AddPopup />
    </div>
  )
}

/** What starts the workflow. */
function OutlineStart() {
  const { starts } = useStarts()
  return (
    <section aria-label="Start" className="overflow-hidden rounded-lg border bg-card py-1">
      <h3 className="px-3 py-1 text-xs font-medium text-muted-foreground">Starts by</h3>
      {starts.map((start) => (
        <StartLine key={start.key} start={start} />
      ))}
    </section>
  )
}

/** Deeper steps are not set in further: their titles would have no room. */
const deepest = 4

const partSize = 20

/** The steps in parts that are drawn together. */
const partsOf = (steps: Step[]): Step[][] =>
  Array.from({ length: Math.ceil(steps.length / partSize) }, (_, index) =>
    steps.slice(index * partSize, (index + 1) * partSize),
  )

type ListProps = {
  definition: Definition
  steps: Step[]
  counts: ReturnType<typeof problemsByStep>
  onConnectRequest(stepId: string): void
}

function OutlineList({ definition, steps, counts, onConnectRequest }: ListProps) {
  const selection = useEditor((state) => state.selection)
  const list = useShownRow()
  const parts = useMemo(() => partsOf(steps), [steps])
  const handled = useMemo(() => handledSteps(definition), [definition])
  const depths = useMemo(() => loopDepths(definition.steps), [definition])
  const { loop } = useView()
  const above = loop === undefined ? 0 : (depths.get(loop) ?? 0) + 1
  const groups = useMemo(() => groupsOfSteps(definition), [definition])
  const onMove = useMoveInList()
  return (
    <div
      ref={list}
      role="list"
      aria-label="Steps in the order in which they run"
      className="space-y-1.5"
      onKeyDown={moveFocus}
    >
      {parts.map((part, index) => (
        <OutlinePart
          // The index: a step that is moved to another place keeps its row, and the focus.
          key={index}
          rows={part.length}
          isWanted={index === 0 || part.some(({ id }) => selection.includes(id))}
        >
          {() => (
            <div className="space-y-1.5">
              {part.map((step, row) => (
                <OutlineStep
                  key={step.id}
                  step={step}
                  place={describePlace(definition, step, handled.get(step.id))}
                  isHandler={handled.has(step.id)}
                  depth={Math.min((depths.get(step.id) ?? 0) - above, deepest)}
                  group={definition.groups?.[groups.get(step.id) ?? '']}
                  count={counts.get(step.id)}
                  position={{ at: index * partSize + row + 1, of: steps.length }}
                  onConnectRequest={onConnectRequest}
                  onMove={onMove}
                />
              ))}
            </div>
          )}
        </OutlinePart>
      ))}
    </div>
  )
}

/** Scrolls the list to the step that was found or gone to, and at first to the selected one. */
function useShownRow() {
  const list = useRef<HTMLDivElement>(null)
  const { ids, count } = useEditor((state) => state.showRequest)
  const [first] = useEditor((state) => state.selection)
  const wanted = useRef(first)
  useEffect(() => {
    const id = wanted.current ?? ids[0]
    wanted.current = undefined
    if (id === undefined) return
    const row = list.current?.querySelector(`[data-row="${CSS.escape(id)}"]`)
    row?.scrollIntoView({ block: 'center' })
  }, [ids, count])
  return list
}

function EmptyOutline() {
  return (
    <p className="rounded-lg border border-dashed p-6 text-center text-sm text-muted-foreground">
      Nothing here yet. Add the first step.
    </p>
  )
}

/** The step whose failure each handler handles, by the handler's id. */
const handledSteps = ({ steps }: Definition): Map<string, string> =>
  new Map(
    steps.flatMap((step) => (step.on_failure ? [[step.on_failure.step, step.id] as const] : [])),
  )

/** When a step runs, in words: `after Review (approved) and Wait`. */
function describePlace(definition: Definition, step: Step, handled: string | undefined): string {
  if (handled !== undefined) return `when ${titleOf(definition, handled)} fails`
  if (step.after.length === 0) return 'at the start'
  const before = step.after.map((edge) => {
    const title = titleOf(definition, edge.step)
    if (!edge.via) return title
    const from = definition.steps.find(({ id }) => id === edge.step)
    return `${title} (${branchLabel(from, edge.via)})`
  })
  return `after ${before.join(' and ')}`
}

/** The arrow keys move the focus to the step above or below. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const index = rows.indexOf(document.activeElement as HTMLElement)
  if (index < 0) return
  event.preventDefault()
  rows[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}
