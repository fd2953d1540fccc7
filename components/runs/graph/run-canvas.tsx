'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import { levelParameter, useLevelAddress } from '#components/editor/levels/use-level-address'
import { pathOfText, pathTo } from '#components/editor/levels/level-path'
import { drawnTypes } from '#components/editor/looking/drawn-types'
import { Looking } from '#components/editor/looking/looking'
import { findStep } from '#components/editor/model/graph'
import type { EditorStore } from '#components/editor/store'
import type { RunPage } from '#lib/contracts/runs/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { LevelRuns } from './level-runs.tsx'
import { runStarts } from './run-start.ts'
import { runStates, withItem } from './run-states.ts'
import { takenLines } from './taken-lines.ts'

/** The drawing of a run, and which of its steps is chosen. */
export type RunCanvasProps = {
  run: RunPage
  selected: string | null
  /** `item`: of which item of the run's loop. */
  onSelect(stepId: string, item?: number): void
}

const none: string[] = []

/** The level with which a run begins: one that does items of a loop is within that loop. */
const baseOf = ({ loop }: RunPage, definition: Definition): string[] =>
  loop && findStep(definition, loop.stepId) ? pathTo(definition, loop.stepId) : none

/** The run around this one: whose step it is, or whose items it does. */
function aboveOf({ parent, loop }: RunPage, definition: Definition, base: string[]) {
  if (!parent) return undefined
  const outer = loop ? findStep(definition, base.at(-2)) : undefined
  return {
    name: outer?.title ?? parent.workflowName,
    href: `/runs/${parent.runId}?task=${parent.taskId}`,
  }
}

function LevelAddress({ base }: { base: string[] }) {
  useLevelAddress(base)
  return null
}

/**
 * The workflow of a run as the editor draws it, with what became of each step. A loop opens as a
 * level, from which its runs are reached; a step that ran another workflow leads to that run.
 */
export function RunCanvas({ run, selected, onSelect }: RunCanvasProps) {
  const router = useRouter()
  const definition = run.definition as Definition
  const [base] = useState(() => baseOf(run, definition))
  const given = pathOfText(useSearchParams().get(levelParameter))
  const [first] = useState(() => (base.every((id, at) => given[at] === id) ? given : base))
  const [centre] = useState(selected)
  const [item, setItem] = useState<number>()
  const { tasks, children, loop, status, trigger, createdAt } = run
  const states = useMemo(
    () => runStates(definition, withItem({ tasks, children, status }, item)),
    [definition, tasks, children, status, item],
  )
  const lines = useMemo(
    () => ({
      states: takenLines(definition, { ...withItem({ tasks, children, status }, item), loop }),
      start: 'taken' as const,
    }),
    [definition, tasks, children, status, loop, item],
  )
  const starts = useMemo(() => runStarts({ trigger, createdAt }), [trigger, createdAt])
  const above = aboveOf(run, definition, base)
  const openCalled = (stepId: string, store: EditorStore) => {
    const ids = new Set(tasks.flatMap((task) => (task.stepId === stepId ? [task.id] : [])))
    const child = children.findLast(({ taskId }) => ids.has(taskId))
    if (child) router.push(`/runs/${child.id}`)
    else store.getState().announce('This step has started no run here.')
  }
  return (
    <Looking
      definition={definition}
      types={drawnTypes}
      name={run.workflow.name}
      label="The workflow of this run"
      states={states}
      lines={lines}
      centre={centre}
      selected={selected}
      onSelect={(stepId) => onSelect(stepId, item)}
      base={base}
      first={first}
      above={above ? [above] : []}
      onLeave={above ? () => router.push(above.href) : undefined}
      onCall={openCalled}
      starts={starts}
    >
      <LevelAddress base={base} />
      <LevelRuns run={run} item={item} onItem={setItem} />
    </Looking>
  )
}
