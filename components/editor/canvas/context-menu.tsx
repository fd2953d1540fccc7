'use client'

import { Fragment, useContext, type ReactNode } from 'react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import { groupColours, noteKinds } from '#lib/domain/workflow/marks'
import { noteWords } from '#lib/domain/workflow/note-words'
import { changeNote, resizeNote } from '../commands/change-notes.ts'
import { removeEverythingSelected } from '../commands/remove-selected.ts'
import { colourGroup, setGroup } from '../commands/change-groups.ts'
import { AsideContext, type Aside } from '../data/aside.ts'
import { asideEntries } from '../data/aside-entries.ts'
import { duplicateSelected } from '../duplicate-selected.ts'
import { focusGroup } from '../groups/focus-group.ts'
import {
  collapseAll,
  groupSelected,
  hasBody,
  openLevel,
  selectAll,
  selectedGroups,
  selectedWithInside,
  toggleGroup,
  toggleLoop,
  ungroupSelected,
} from '../groups/group-acts.ts'
import { colourWords } from '../groups/group-look.ts'
import { opensLevel } from '../levels/level-path.ts'
import { groupBoxId } from '../levels/shown-graph.ts'
import { focusStep } from '../focus-step.ts'
import { positionsOf } from '../model/layout/positions.ts'
import { findStep } from '../model/graph.ts'
import { gap, nodeHeight, nodeWidth } from '../model/layout/sizes.ts'
import { addNoteHere } from '../notes/add-note-here.ts'
import { focusNote } from '../notes/focus-note.ts'
import { lineOfEdge } from '../start/line-of-edge.ts'
import { boxOfStartLine } from '../start/start-box.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { alignmentsOf } from './alignments.ts'
import { viewOf, type CanvasPopup, type EditorStore, type NewPlace } from '../store.ts'

type Entry = { title: string; keys?: string; danger?: boolean; onSelect(): void }
export type CanvasActs = { onConnectRequest(stepId: string): void; tidy(): void }
type Acts = CanvasActs & { aside: Aside | undefined }
type Menu = CanvasPopup & { kind: 'menu' }

const adding = (store: EditorStore, at: { x: number; y: number }, place: NewPlace) => (): void =>
  store.getState().setPopup({ kind: 'add', at, place })

function boxOf(store: EditorStore, id: string) {
  const { definition, types } = store.getState()
  return positionsOf(definition, types)[id] ?? { x: 0, y: 0 }
}

/** On the only connection that leads to the step, else above it. */
function placeBefore(store: EditorStore, id: string): NewPlace {
  const [only, ...others] = findStep(store.getState().definition, id)?.after ?? []
  if (only && others.length === 0)
    return { kind: 'line', link: { from: only.step, to: id, via: only.via, kind: 'after' } }
  const { x, y } = boxOf(store, id)
  return { kind: 'before', step: id, position: { x, y: y - nodeHeight - gap.y } }
}

/** Beside the step's followers, on the right. */
export function placeOfHandler(store: EditorStore, id: string): NewPlace {
  const { x, y } = boxOf(store, id)
  const position = { x: x + nodeWidth + gap.x, y: y + nodeHeight + gap.y }
  return { kind: 'failure', step: id, position }
}

function ofStep(store: EditorStore, { at }: Menu, id: string, acts: Acts): Entry[][] {
  const { focusOn, setPopup } = store.getState()
  const connectFrom = () => {
    setPopup(undefined)
    acts.onConnectRequest(id)
  }
  return [
    [
      { title: 'Open', keys: 'Enter', onSelect: () => focusOn(id, 'title') },
      { title: 'Add a step after it…', onSelect: adding(store, at, { kind: 'after', step: id }) },
      { title: 'Add a step before it…', onSelect: adding(store, at, placeBefore(store, id)) },
      {
        title: 'Add a step for its failure…',
        onSelect: adding(store, at, placeOfHandler(store, id)),
      },
      { title: 'Connect…', keys: 'C', onSelect: connectFrom },
    ],
    ofLevels(store, id),
    acts.aside ? asideEntries(acts.aside, id) : [],
    forGroups(store),
    ofSelection(store),
  ]
}

/** A loop, or a step that runs another workflow, opens as a level; a loop collapses. */
function ofLevels(store: EditorStore, id: string): Entry[] {
  const state = store.getState()
  const step = findStep(state.definition, id)
  if (!step || !opensLevel(step)) return []
  const open = { title: 'Open as a level', keys: 'L', onSelect: () => openLevel(store, id) }
  if (!hasBody(state, id)) return [open]
  const title = state.collapsed.has(id) ? 'Expand' : 'Collapse to one box'
  return [open, { title, keys: 'K', onSelect: () => toggleLoop(store, id) }]
}

/** Makes a group, puts steps into one that is there, takes them out of theirs. */
function forGroups(store: EditorStore): Entry[] {
  const state = store.getState()
  const { run } = state
  const ids = selectedWithInside(state)
  const groups = selectedGroups(state)
  const others = Object.entries(state.definition.groups ?? {})
    .filter(([id]) => groups.length !== 1 || groups[0] !== id)
    .slice(0, 5)
  return [
    {
      title: ids.length === 1 ? 'Make a group of it' : 'Make a group of them',
      keys: 'Ctrl+G',
      onSelect: () => groupSelected(store),
    },
    ...others.map(([id, { name }]) => ({
      title: `Put into “${name}”`,
      onSelect: () => run(setGroup(ids, id)),
    })),
    ...(groups.length > 0
      ? [{ title: 'Take out of the group', onSelect: () => run(setGroup(ids, undefined)) }]
      : []),
  ]
}

function ofGroup(store: EditorStore, id: string): Entry[][] {
  const { definition, collapsed, run, editGroup } = store.getState()
  const group = definition.groups?.[id]
  if (!group) return []
  const toggle = collapsed.has(groupBoxId(id)) ? 'Expand' : 'Collapse to one box'
  return [
    [
      { title: toggle, keys: 'Enter', onSelect: () => toggleGroup(store, id) },
      { title: 'Rename…', keys: 'F2', onSelect: () => editGroup(id) },
    ],
    groupColours
      .filter((colour) => colour !== group.colour)
      .map((colour) => ({
        title: colourWords[colour],
        onSelect: () => run(colourGroup(id, colour)),
      })),
    [
      { title: 'Ungroup', keys: 'Ctrl+Shift+G', onSelect: () => ungroupSelected(store) },
      ...ofSelection(store),
    ],
  ]
}

const ofSelection = (store: EditorStore): Entry[] => [
  { title: 'Duplicate', keys: 'Ctrl+D', onSelect: () => duplicateSelected(store) },
  {
    title: 'Delete',
    keys: 'Del',
    danger: true,
    onSelect: () => removeEverythingSelected(store),
  },
]

function ofSeveral(store: EditorStore, { aside }: Acts): Entry[][] {
  return [alignmentsOf(store), asideOfSeveral(store, aside), forGroups(store), ofSelection(store)]
}

function asideOfSeveral(store: EditorStore, aside: Aside | undefined): Entry[] {
  const ids = selectedWithInside(store.getState())
  if (!aside || ids.length === 0) return []
  const areOff = ids.every((id) => aside.marks.get(id) === 'disabled')
  const title = areOff ? 'Enable them in tries' : 'Disable them in tries'
  return [{ title, keys: 'D', onSelect: () => aside.toggleDisabled(ids) }]
}

function ofLink(store: EditorStore, { at }: Menu, id: string): Entry[][] {
  const { definition } = store.getState()
  const link = lineOfEdge(id, definition, viewOf(store.getState()).loop)
  const insert: Entry[] = link
    ? [{ title: 'Add a step here…', onSelect: adding(store, at, { kind: 'line', link }) }]
    : []
  // What starts the workflow is no connection that could be deleted.
  if (boxOfStartLine(id) !== undefined) return [insert]
  return [
    insert,
    [
      {
        title: 'Delete the connection',
        keys: 'Del',
        danger: true,
        onSelect: () => removeEverythingSelected(store),
      },
    ],
  ]
}

function ofNote(store: EditorStore, id: string): Entry[][] {
  const { definition, run, editNote } = store.getState()
  const note = definition.notes?.[id]
  if (!note) return []
  const sized = (by: number) => () => {
    const { width, height } = note.size
    run(resizeNote(id, { width: width * by, height: height * by }))
  }
  return [
    [{ title: 'Write', keys: 'Enter', onSelect: () => editNote(id) }],
    noteKinds
      .filter((kind) => kind !== note.kind)
      .map((kind) => ({
        title: `Mark as “${noteWords[kind]}”`,
        onSelect: () => run(changeNote(id, { kind }, `Marked as “${noteWords[kind]}”.`)),
      })),
    [
      { title: 'Larger', keys: 'Ctrl+→ ↓', onSelect: sized(1.25) },
      { title: 'Smaller', keys: 'Ctrl+← ↑', onSelect: sized(0.8) },
    ],
    [
      {
        title: 'Delete the note',
        keys: 'Del',
        danger: true,
        onSelect: () => removeEverythingSelected(store),
      },
    ],
  ]
}

function ofCanvas(
  store: EditorStore,
  { at }: Menu,
  position: { x: number; y: number },
  acts: CanvasActs,
): Entry[][] {
  const { show } = store.getState()
  return [
    [
      { title: 'Add a step here…', onSelect: adding(store, at, { kind: 'free', position }) },
      { title: 'Add a note here', keys: 'N', onSelect: () => addNoteHere(store, position) },
    ],
    [
      {
        title: 'Select all',
        keys: 'Ctrl+A',
        onSelect: () => selectAll(store),
      },
      { title: 'Tidy up', keys: 'T', onSelect: acts.tidy },
      { title: 'Fit the whole workflow', keys: 'F', onSelect: () => show([]) },
    ],
    [
      { title: 'Collapse all loops and groups', onSelect: () => collapseAll(store, true) },
      { title: 'Expand all', onSelect: () => collapseAll(store, false) },
    ],
  ]
}

function groupsOf(store: EditorStore, menu: Menu, acts: Acts): Entry[][] {
  const { target } = menu
  if (target.kind === 'canvas') return ofCanvas(store, menu, target.position, acts)
  if (target.kind === 'note') return ofNote(store, target.id)
  if (target.kind === 'group') return ofGroup(store, target.id)
  if (target.kind === 'link') return ofLink(store, menu, target.id)
  return store.getState().selection.length > 1
    ? ofSeveral(store, acts)
    : ofStep(store, menu, target.id, acts)
}

/** The menu of what was clicked with the right button, or has the focus at Shift+F10. */
export function ContextMenu(acts: CanvasActs) {
  const store = useEditorStore()
  const popup = useEditor((state) => state.popup)
  const aside = useContext(AsideContext)
  if (popup?.kind !== 'menu') return null
  const close = () => {
    // An entry may have opened another pop-over.
    if (store.getState().popup === popup) store.getState().setPopup(undefined)
  }
  return (
    <DropdownMenu open onOpenChange={(open) => (open ? undefined : close())}>
      <DropdownMenuTrigger asChild>
        <span
          aria-hidden
          className="pointer-events-none fixed size-0"
          style={{ left: popup.at.x, top: popup.at.y }}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        aria-label="What can be done here"
        className="min-w-56"
        // Back to what the menu was opened on, unless an entry took the focus elsewhere.
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          const { popup: other, editedNote, editedGroup } = store.getState()
          if (other !== undefined || (editedNote ?? editedGroup) !== undefined) return
          if (popup.target.kind === 'step') focusStep(popup.target.id)
          if (popup.target.kind === 'note') focusNote(popup.target.id)
          if (popup.target.kind === 'group') focusGroup(popup.target.id)
        }}
      >
        {groupsOf(store, popup, { ...acts, aside })
          .filter((entries) => entries.length > 0)
          .map((entries, index) => (
            <Fragment key={entries[0]?.title}>
              {index > 0 ? <DropdownMenuSeparator /> : null}
              {entries.map((entry) => (
                <MenuLine key={entry.title} entry={entry} />
              ))}
            </Fragment>
          ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function MenuLine({ entry }: { entry: Entry }): ReactNode {
  return (
    <DropdownMenuItem
      onSelect={entry.onSelect}
      variant={entry.danger === true ? 'destructive' : 'default'}
    >
      {entry.title}
      {entry.keys === undefined ? null : (
        <span className="ml-auto pl-6 text-xs text-muted-foreground">{entry.keys}</span>
      )}
    </DropdownMenuItem>
  )
}
