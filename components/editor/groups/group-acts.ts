import { dissolveGroups, groupSteps, newGroupId } from '../commands/change-groups.ts'
import { levelOf, opensLevel, pathTo } from '../levels/level-path.ts'
import { groupBoxId, loopsAround, shownGraph, withInside } from '../levels/shown-graph.ts'
import { groupsOfSteps } from '../model/groups-of-steps.ts'
import { findStep } from '../model/graph.ts'
import { viewOf, type EditorState, type EditorStore } from '../store.ts'
import { focusGroup } from './focus-group.ts'

/** The selected steps with those that their collapsed boxes hold. */
export function selectedWithInside(state: EditorState): string[] {
  return withInside(state.selection, shownGraph(state.definition, viewOf(state)))
}

/** Selects all steps of the level that is seen. */
export function selectAll(store: EditorStore): void {
  const { definition, select } = store.getState()
  select([...shownGraph(definition, viewOf(store.getState())).boxOf.keys()])
}

/** The groups of the selected steps. */
export function selectedGroups({ definition, selection }: EditorState): string[] {
  const groups = groupsOfSteps(definition)
  return [...new Set(selection.flatMap((id) => groups.get(id) ?? []))]
}

/** Makes a group of the selected steps, to be named. */
export function groupSelected(store: EditorStore): void {
  const id = newGroupId()
  const { run, readOnly } = store.getState()
  run(groupSteps(id, selectedWithInside(store.getState())))
  if (readOnly !== undefined || !store.getState().definition.groups?.[id]) return
  store.getState().editGroup(id)
}

/** Dissolves the groups of the selected steps. */
export function ungroupSelected(store: EditorStore): void {
  store.getState().run(dissolveGroups(selectedGroups(store.getState())))
}

function toggled(collapsed: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(collapsed)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Collapses a group to one box, or expands it. */
export function toggleGroup(store: EditorStore, id: string): void {
  const { collapsed, definition, setCollapsed } = store.getState()
  const name = definition.groups?.[id]?.name ?? ''
  const box = groupBoxId(id)
  const hadFocus = document.activeElement?.closest('.react-flow__node') !== null
  setCollapsed(
    toggled(collapsed, box),
    `Group ${name} ${collapsed.has(box) ? 'expanded' : 'collapsed'}.`,
  )
  if (hadFocus) focusGroup(id)
}

/** Whether a loop has a body that can be collapsed. */
export const hasBody = (state: EditorState, id: string): boolean =>
  [...loopsAround(state.definition.steps).values()].some((loops) => loops.includes(id))

/** Collapses a loop with its body to one box, or expands it. */
export function toggleLoop(store: EditorStore, id: string): void {
  const { collapsed, definition, setCollapsed } = store.getState()
  const title = findStep(definition, id)?.title ?? id
  setCollapsed(
    toggled(collapsed, id),
    `${title} ${collapsed.has(id) ? 'expanded' : 'collapsed with its steps'}.`,
  )
}

/** Collapses or expands what is selected: a loop, else the group. */
export function toggleSelected(store: EditorStore): void {
  const state = store.getState()
  const loop = state.selection.find((id) => hasBody(state, id))
  if (state.selection.length === 1 && loop !== undefined) return toggleLoop(store, loop)
  const [group] = selectedGroups(state)
  if (group === undefined) return state.announce('Select a loop or a group first.')
  toggleGroup(store, group)
}

/** Collapses all loops and groups, or expands all. */
export function collapseAll(store: EditorStore, closes: boolean): void {
  const { definition, setCollapsed } = store.getState()
  const loops = new Set([...loopsAround(definition.steps).values()].flat())
  const groups = new Set(groupsOfSteps(definition).values())
  const all = closes ? [...loops, ...[...groups].map(groupBoxId)] : []
  setCollapsed(new Set(all), closes ? 'All loops and groups collapsed.' : 'All expanded.')
  store.getState().show([])
}

/** Opens a loop, or the workflow that a step runs, as a level of its own. */
export function openLevel(store: EditorStore, id: string): void {
  const { definition, openLevel: open, announce } = store.getState()
  const step = findStep(definition, id)
  if (!step || !opensLevel(step))
    return announce('Select a loop, or a step that runs another workflow.')
  open(pathTo(definition, id), `Inside ${step.title || id}. Escape leads up.`)
}

/** Opens the level of the one selected step. */
export function openSelectedLevel(store: EditorStore): void {
  const { selection, announce } = store.getState()
  const [id, ...others] = selection
  if (id === undefined || others.length > 0) return announce('Select one step first.')
  openLevel(store, id)
}

/** Goes up one level; false when all of the workflow is seen. */
export function goUp(store: EditorStore): boolean {
  const { level, definition, openLevel: open, select, show } = store.getState()
  const { loops, call, rest } = levelOf(definition, level)
  if (rest.length > 0) {
    open(level.slice(0, -1), 'One level up.')
    return true
  }
  const last = call ?? loops.at(-1)
  if (last === undefined) return false
  open(call === undefined ? loops.slice(0, -1) : loops, 'One level up.')
  // Where the person came from is selected and seen.
  select([last])
  show([last])
  return true
}
