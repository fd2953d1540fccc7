'use client'

import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { partLater } from '#components/shared/loading/part-later'
import { Button } from '#components/ui/input/button'
import { Segmented } from '#components/ui/input/segmented'
import { countOf } from '#lib/domain/count-of'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { diffDefinitions, isSame, type DefinitionDifference } from '../model/diff-definitions.ts'
import { changedGraph, type ChangedGraph } from './changed-graph.ts'
import { ChangeList, StepChanges, StepSettings } from './change-list.tsx'
import { summaryOf } from './summary.ts'
import { useWords, WordsContext } from './words-context.ts'

const Drawing = partLater(async () => (await import('./drawing.tsx')).Drawing)

export type Types = ReadonlyMap<string, StepTypeInfo>
type Props = {
  before: Definition
  after: Definition
  types: Types
  /** What stands when nothing differs. */
  none: string
}

type StepperProps = { ids: string[]; chosen: string | null; onChoose(id: string): void }

/** Goes from one change to the next. */
function Stepper({ ids, chosen, onChoose }: StepperProps) {
  const at = chosen === null ? -1 : ids.indexOf(chosen)
  const go = (by: number) =>
    onChoose(ids.at((Math.max(at, by > 0 ? -1 : 0) + by) % ids.length) ?? '')
  return (
    <div className="flex items-center gap-1">
      <Button type="button" variant="outline" size="sm" onClick={() => go(-1)}>
        <ChevronLeftIcon aria-hidden /> <span className="max-sm:sr-only">Previous change</span>
      </Button>
      <Button type="button" variant="outline" size="sm" onClick={() => go(1)}>
        <span className="max-sm:sr-only">Next change</span> <ChevronRightIcon aria-hidden />
      </Button>
      <span className="ml-1 text-xs text-muted-foreground tabular-nums" role="status">
        {at >= 0 ? `${at + 1} of ${ids.length}` : ''}
      </span>
    </div>
  )
}

type DrawnProps = { graph: ChangedGraph; difference: DefinitionDifference; types: Types }

function DrawnChanges({ graph, difference, types }: DrawnProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const ids = graph.steps.filter(({ mark }) => mark !== 'same').map(({ id }) => id)
  const step = difference.steps.find(({ id }) => id === chosen)
  return (
    <div className="space-y-3">
      {ids.length > 0 ? <Stepper ids={ids} chosen={chosen} onChoose={setChosen} /> : null}
      <div className="h-80 rounded-md border sm:h-96">
        <Drawing graph={graph} selected={chosen} onSelect={setChosen} />
      </div>
      {step ? <StepChanges step={step} graph={graph} types={types} /> : null}
    </div>
  )
}

const views = { list: 'In words', drawing: 'Drawn' }

/** What changes from one definition to another, in words by step and field, or drawn. */
export function DefinitionChanges({ before, after, types, none }: Props) {
  const [view, setView] = useState<keyof typeof views>('list')
  const difference = useMemo(() => diffDefinitions(before, after), [before, after])
  const graph = useMemo(() => changedGraph(before, after), [before, after])
  const words = useWords(before, after, types)
  const { moved, notes, groups } = difference
  if (isSame(difference) && moved.length + notes.length + groups.length === 0)
    return <p className="text-sm text-muted-foreground">{none}</p>
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm font-medium">{summaryOf(difference)}</p>
        <Segmented label="How changes are shown" value={view} options={views} onChange={setView} />
      </div>
      <WordsContext value={words}>
        {view === 'list' ? (
          <ChangeList difference={difference} graph={graph} types={types} none={none} />
        ) : (
          <DrawnChanges graph={graph} difference={difference} types={types} />
        )}
      </WordsContext>
    </div>
  )
}

/** One version on the canvas, to look at: choosing a step shows its settings. */
export function LookAt({ definition, types }: { definition: Definition; types: Types }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const graph = useMemo(() => changedGraph(undefined, definition), [definition])
  const step = graph.steps.find(({ id }) => id === chosen)
  const words = useWords(undefined, definition, types)
  return (
    <div className="space-y-3">
      <p className="text-sm text-muted-foreground">
        {countOf(definition.steps.length, 'step')}. Choose one to see its settings.
      </p>
      <div className="h-[60dvh] min-h-80 rounded-md border">
        <Drawing graph={graph} selected={chosen} onSelect={setChosen} />
      </div>
      {step ? (
        <WordsContext value={words}>
          <StepSettings step={step.step} graph={graph} types={types} />
        </WordsContext>
      ) : null}
    </div>
  )
}
