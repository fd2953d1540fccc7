'use client'

import { GripVerticalIcon } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { cn } from '#components/ui/cn'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Step } from '#lib/domain/workflow/definition'
import { setGroup } from '../commands/change-groups.ts'
import { positionsOf } from '../model/layout/positions.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { moveStep } from './move-step.ts'
import { placesAfter, placeInWords, type ListPlace } from './places.ts'

/** What is dragged: the id of a step. */
const stepMime = 'application/x-rounds-step'

const carriesStep = (event: DragEvent): boolean => event.dataTransfer.types.includes(stepMime)
/** Whether the pointer left the element, and not for something in it. */
const isLeft = ({ currentTarget, relatedTarget }: DragEvent): boolean =>
  !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))

/** By what a step of the outline is dragged. */
export function StepGrip({ id }: { id: string }) {
  const canEdit = useEditor((state) => state.readOnly === undefined)
  if (!canEdit) return null
  return (
    <span
      aria-hidden
      draggable
      data-grip
      title="Drag to another place"
      className="grid size-6 shrink-0 cursor-grab place-items-center text-muted-foreground"
      onDragStart={(event) => {
        event.dataTransfer.setData(stepMime, id)
        event.dataTransfer.effectAllowed = 'move'
        const row = event.currentTarget.closest('[role="listitem"]')
        if (row) event.dataTransfer.setDragImage(row, 16, 24)
      }}
    >
      <GripVerticalIcon className="size-4" />
    </span>
  )
}

/** The place at a point of a row: its upper half is before its step, its lower one after it. */
function placeAt(
  { clientX, clientY, currentTarget }: DragEvent,
  after: ListPlace[],
  before: ListPlace | undefined,
): ListPlace | undefined {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  if (before && clientY < top + height / 2) return before
  // The branches of the step side by side, as they stand at the foot of its box.
  const at = Math.floor(((clientX - left) / width) * after.length)
  return after[Math.max(0, Math.min(after.length - 1, at))]
}

const isSame = (one: ListPlace | undefined, other: ListPlace | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Takes steps that are dropped on the row of a step; `mark` is where one would come. */
export function useRowDrop(step: Step, isHandler: boolean) {
  const store = useEditorStore()
  const types = useEditor((state) => state.types)
  const [mark, setMark] = useState<ListPlace>()
  const placeOf = (event: DragEvent) =>
    placeAt(
      event,
      placesAfter(step, types),
      isHandler ? undefined : { kind: 'before', step: step.id },
    )
  return {
    mark,
    onDragOver: (event: DragEvent) => {
      if (!carriesStep(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      const place = placeOf(event)
      if (!isSame(place, mark)) setMark(place)
    },
    onDragLeave: (event: DragEvent) => {
      if (isLeft(event)) setMark(undefined)
    },
    onDrop: (event: DragEvent) => {
      setMark(undefined)
      const id = event.dataTransfer.getData(stepMime)
      const place = placeOf(event)
      if (id === '' || !place) return
      event.preventDefault()
      const { definition, run } = store.getState()
      run(moveStep(id, place, types, positionsOf(definition, types)))
    },
  }
}

/** Takes steps that are dropped on the name of a group. */
export function useGroupDrop(group: string) {
  const store = useEditorStore()
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!carriesStep(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (isLeft(event)) setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      const id = event.dataTransfer.getData(stepMime)
      if (id === '') return
      event.preventDefault()
      store.getState().run(setGroup([id], group))
    },
  }
}

const nameClass = cn(
  'absolute rounded-sm bg-primary px-1.5 text-[11px] leading-4 whitespace-nowrap',
  'text-primary-foreground',
)

/** Where a step that is dragged would come: a line, with the place in words. */
export function DropMark({ step, place }: { step: Step; place: ListPlace }) {
  const types = useEditor((state) => state.types)
  const definition = useEditor((state) => state.definition)
  const branches = placesAfter(step, types)
  const isBefore = place.kind === 'before'
  if (isBefore || branches.length < 2)
    return (
      <span
        aria-hidden
        data-drop-mark
        className={cn(
          'pointer-events-none absolute inset-x-0 h-0.5 rounded bg-primary',
          isBefore ? '-top-1' : '-bottom-1',
        )}
      >
        <span className={cn(nameClass, '-top-2 left-9')}>
          Runs {placeInWords(definition, place)}
        </span>
      </span>
    )
  return (
    <span
      aria-hidden
      data-drop-mark
      className="pointer-events-none absolute inset-x-0 bottom-0 flex h-1/2 gap-px"
    >
      {branches.map(({ via = '' }) => (
        <span
          key={via}
          className={cn(
            'min-w-0 flex-1 truncate rounded-sm border border-primary px-1 text-center text-xs',
            place.via === via ? 'bg-primary text-primary-foreground' : 'bg-card',
          )}
        >
          {branchLabel(step, via)}
        </span>
      ))}
    </span>
  )
}
