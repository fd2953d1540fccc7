'use client'

import { useContext, useEffect, useMemo } from 'react'
import type { StepState } from '../data/step-states.ts'
import { Known } from '../inspector/config/known.ts'
import { drawnTypes } from '../looking/drawn-types.ts'
import { Looking } from '../looking/looking.tsx'
import { useEditorStore } from '../store-context.ts'
import { useKnownWorkflows } from '../sync/use-known.ts'
import { drawnTogether, type ChangedGraph } from './changed-graph.ts'

type Props = {
  graph: ChangedGraph
  /** The name of the workflow, at the beginning of the trail of its levels. */
  name?: string
  selected: string | null
  onSelect(id: string): void
}

const statesOf = ({ steps }: ChangedGraph): Map<string, StepState> =>
  new Map(
    steps.map(({ id, mark, fields }) => [
      id,
      { status: mark, items: mark === 'changed' && fields > 0 ? fields : null },
    ]),
  )

const linesOf = ({ links }: ChangedGraph) => ({
  links,
  states: new Map(links.map(({ id, mark }) => [id, mark])),
})

const noStates = new Map<string, never>()
const noStarts = { heading: 'Start', starts: [], open: () => undefined }

/** Shows the step that is chosen elsewhere on the page, and what is around it. */
function ShowChosen({ selected }: { selected: string | null }) {
  const store = useEditorStore()
  useEffect(() => {
    const { selection, show } = store.getState()
    // Who chose it on the drawing sees it: if that moved, the second click of two would miss.
    const isChosenHere = selection.length === 1 && selection[0] === selected
    if (selected !== null && !isChosenHere) show([selected])
  }, [store, selected])
  return null
}

/** Both versions of a workflow on one canvas, to look at. */
export function Drawing({ graph, name = 'The workflow', selected, onSelect }: Props) {
  const definition = useMemo(() => drawnTogether(graph), [graph])
  // One version alone has no marks.
  const states = useMemo(() => (graph.isOne ? noStates : statesOf(graph)), [graph])
  const lines = useMemo(() => (graph.isOne ? undefined : linesOf(graph)), [graph])
  const around = useContext(Known)
  const workflows = useKnownWorkflows()
  // A step that runs one of them opens it as a level.
  const known = useMemo(() => ({ ...around, workflows: workflows ?? [] }), [around, workflows])
  return (
    <Known value={known}>
      <Looking
        definition={definition}
        types={drawnTypes}
        name={name}
        label="The workflow with its changes"
        states={states}
        lines={lines}
        selected={selected}
        onSelect={onSelect}
        starts={noStarts}
      >
        <ShowChosen selected={selected} />
      </Looking>
    </Known>
  )
}
