'use client'

import '../drawing/drawing.css'
import { ReactFlowProvider } from '@xyflow/react'
import {
  useEffect,
  useMemo,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { lettersAreOff, typesText } from '#components/shared/actions/keys-of-page'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { CanvasProps } from '../canvas/canvas.tsx'
import { goUp, hasBody, openLevel, toggleGroup, toggleLoop } from '../groups/group-acts.ts'
import { groupOfFrame } from '../groups/group-nodes.ts'
import { partLater } from '#components/shared/loading/part-later'
import { levelOf, seesCalled } from '../levels/level-path.ts'
import { Trail, useCrumbs, type Crumb } from '../levels/level-trail.tsx'
import { groupOfBox } from '../levels/shown-graph.ts'
import { findStep } from '../model/graph.ts'
import { CanvasPlace } from '../picture/canvas-place.tsx'
import { StartsContext } from '../start/starts-context.ts'
import { createEditorStore, type EditorStore } from '../store.ts'
import { EditorStoreContext, useEditor, useEditorStore } from '../store-context.ts'

type Drawn = Pick<CanvasProps, 'states' | 'label' | 'centre'> & {
  lines?: CanvasProps['lines']
}

type Props = Drawn & {
  definition: Definition
  types: ReadonlyMap<string, StepTypeInfo>
  /** The name of the workflow, at the beginning of the trail. */
  name: string
  /** The step that is chosen, and what choosing one does. */
  selected: string | null
  onSelect(stepId: string): void
  /** The level that is open first, and above which nothing of this drawing is. */
  base?: string[]
  /** The level that is open first, where it is another one. */
  first?: string[]
  /** The levels above this drawing. */
  above?: Crumb[]
  /** Leaves the drawing for what is above it; undefined: there is nothing. */
  onLeave?: (() => void) | undefined
  /** What a step that runs another workflow opens; undefined: that workflow, as a level. */
  onCall?(stepId: string, store: EditorStore): void
  starts: ComponentProps<typeof StartsContext.Provider>['value']
  /** What stands below the drawing of a level, and what is kept of the level. */
  children?: ReactNode
}

const CalledLevel = partLater(async () => (await import('../levels/called-level.tsx')).CalledLevel)

const why = 'This drawing is here to look at.'

/**
 * A workflow on the canvas of the editor, to look at and to choose steps from: its groups, its loops
 * as levels, and what the page says of each step and connection.
 */
export function Looking({ definition, types, base, first = base, ...props }: Props) {
  const [opened] = useState(first)
  const store = useMemo(
    () => createEditorStore(definition, types, { readOnly: why, level: opened ?? [] }),
    [definition, types, opened],
  )
  return (
    <EditorStoreContext.Provider value={store}>
      <StartsContext.Provider value={props.starts}>
        <ReactFlowProvider>
          <Level {...props} base={base ?? []} />
        </ReactFlowProvider>
      </StartsContext.Provider>
    </EditorStoreContext.Provider>
  )
}

type LevelProps = Omit<Props, 'definition' | 'types' | 'base' | 'first' | 'starts'> & {
  base: string[]
}

const noProblems: CanvasProps['problems'] = []
const nothing = (): void => undefined

function Level(props: LevelProps) {
  const { name, selected, onSelect, base, above = [], onLeave, onCall, children, ...drawn } = props
  const store = useEditorStore()
  const isInside = useEditor(({ level }) => level.length > base.length)
  const isCalled = useEditor(seesCalled)
  const up = isInside ? () => void goUp(store) : onLeave
  useSelection(store, selected, onSelect)
  useCalls(store, onCall)
  const inner = useCrumbs(name).slice(base.length)
  const crumbs = [...above, ...inner]
  const current = crumbs.at(-1)
  return (
    <div
      role="presentation"
      className="flex size-full flex-col"
      onKeyDown={(event) => onKey(event, store, up)}
    >
      <div className="relative isolate min-h-0 flex-1">
        {isCalled ? (
          <CalledLevel workflow={name} above={above} onUp={up ?? nothing} />
        ) : (
          <CanvasPlace
            problems={noProblems}
            onConnectRequest={nothing}
            onTidy={nothing}
            {...drawn}
          />
        )}
        {!isCalled && crumbs.length > 1 && current ? (
          <Trail above={crumbs.slice(0, -1)} current={current.name} onUp={up ?? nothing} />
        ) : null}
      </div>
      {children}
      <Announcement />
    </div>
  )
}

/** The page and the drawing have the same step chosen. */
function useSelection(store: EditorStore, selected: string | null, onSelect: Props['onSelect']) {
  useEffect(() => {
    const { selection, select, definition } = store.getState()
    if (selected === null || !findStep(definition, selected)) return
    if (selection.length !== 1 || selection[0] !== selected) select([selected])
  }, [store, selected])
  useEffect(
    () =>
      store.subscribe(({ selection }, before) => {
        const [id, ...others] = selection
        if (selection === before.selection || id === undefined || others.length > 0) return
        if (id !== selected) onSelect(id)
      }),
    [store, selected, onSelect],
  )
}

/** Hands a step over that runs another workflow: that is no level of this drawing. */
function useCalls(store: EditorStore, onCall: Props['onCall']) {
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.level === before.level || !onCall) return
        const { loops, call } = levelOf(now.definition, now.level)
        if (call === undefined) return
        store.getState().openLevel(loops)
        store.getState().select([call])
        onCall(call, store)
      }),
    [store, onCall],
  )
}

const boxOf = (event: KeyboardEvent): string | undefined =>
  (event.target as HTMLElement).closest('.react-flow__node')?.getAttribute('data-id') ?? undefined

function toggle(store: EditorStore, box: string): void {
  const group = groupOfFrame(box) ?? groupOfBox(box)
  if (group !== undefined) toggleGroup(store, group)
  else if (hasBody(store.getState(), box)) toggleLoop(store, box)
  else store.getState().announce('Select a loop or a group first.')
}

/** What a key does to a box; undefined: nothing. */
function actOf(key: string, store: EditorStore, box: string): (() => void) | undefined {
  const isOfGroup = (groupOfFrame(box) ?? groupOfBox(box)) !== undefined
  if (key === 'Enter') return isOfGroup ? () => toggle(store, box) : undefined
  if (lettersAreOff()) return undefined
  if (key === 'l') return () => openLevel(store, box)
  return key === 'k' ? () => toggle(store, box) : undefined
}

/** The keys of the editor that change nothing. */
function onKey(event: KeyboardEvent, store: EditorStore, up: (() => void) | undefined): void {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (event.defaultPrevented || ctrlKey || metaKey || altKey) return
  if (!(target instanceof HTMLElement) || typesText(target)) return
  // Within the level of another workflow the boxes are those of its own store.
  const seen = store.getState().inner ?? store
  const box = boxOf(event) ?? seen.getState().selection[0]
  const ofBox = box === undefined ? undefined : actOf(key, seen, box)
  const act = key === 'Escape' ? up : ofBox
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

function Announcement() {
  const { text, count } = useEditor((state) => state.announcement)
  return (
    <p role="status" aria-label="What happened" className="sr-only" key={count}>
      {text}
    </p>
  )
}
