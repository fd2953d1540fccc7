import { diffValues, type ValueDifference } from '#lib/domain/differences/diff-values'
import { branchLabel, branchLabels } from '#lib/domain/workflow/branch-label'
import { noteWords } from '#lib/domain/workflow/note-words'
import type { Definition, Note, Step } from '#lib/domain/workflow/definition'

export type StepDifference = {
  id: string
  title: string
  change: 'added' | 'removed' | 'changed'
  fields: ValueDifference[]
}
/** A group that is new, gone or another one; `fields`: its name, its colour and its steps. */
export type GroupDifference = StepDifference
/** A note that is new, gone or another one; `fields`: its text and what it is for, in words. */
export type NoteDifference = Omit<StepDifference, 'title'>
export type DefinitionDifference = {
  workflow: ValueDifference[]
  /** Notes are for people: they do not affect the run. */
  notes: NoteDifference[]
  /** Groups are for people, too. */
  groups: GroupDifference[]
  steps: StepDifference[]
  /** Steps that only stand elsewhere: that does not affect the run. */
  moved: string[]
}

/** The changes from one definition to another, by step and field. */
export function diffDefinitions(before: Definition, after: Definition): DefinitionDifference {
  const old = new Map(before.steps.map((step) => [step.id, step]))
  const now = new Map(after.steps.map((step) => [step.id, step]))
  const all = new Map([...before.steps, ...after.steps].map((step) => [step.id, step]))
  const stepOf = (id: string): Step | undefined => all.get(id)
  const titleOf = (id: string): string => stepOf(id)?.title || id
  const changed = after.steps.flatMap((step): StepDifference[] => {
    const earlier = old.get(step.id)
    if (!earlier) return [{ id: step.id, title: titleOf(step.id), change: 'added', fields: [] }]
    const fields = diffValues(runsAs(earlier, stepOf), runsAs(step, stepOf))
    return fields.length === 0
      ? []
      : [{ id: step.id, title: titleOf(step.id), change: 'changed', fields }]
  })
  const removed = before.steps
    .filter((step) => !now.has(step.id))
    .map((step): StepDifference => ({
      id: step.id,
      title: step.title || step.id,
      change: 'removed',
      fields: [],
    }))
  return {
    workflow: [
      ...diffValues(before.startData, after.startData, 'startData'),
      ...diffValues(before.settings, after.settings, 'settings'),
    ],
    steps: [...changed, ...removed],
    notes: diffNotes(before.notes ?? {}, after.notes ?? {}),
    groups: diffGroups(before, after, titleOf),
    moved: after.steps.filter((step) => hasMoved(old.get(step.id), step)).map(({ id }) => id),
  }
}

/** What people read of a note. A note that only stands elsewhere is the same. */
const readsAs = (note: Note | undefined): Record<string, string> =>
  note ? { text: note.text, kind: noteWords[note.kind] } : {}

function diffNotes(before: Record<string, Note>, after: Record<string, Note>): NoteDifference[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap(
    (id): NoteDifference[] => {
      const fields = diffValues(readsAs(before[id]), readsAs(after[id]))
      if (fields.length === 0) return []
      if (before[id] && after[id]) return [{ id, change: 'changed', fields }]
      return [{ id, change: after[id] ? 'added' : 'removed', fields }]
    },
  )
}

/** What people read of each group. */
function groupsAsRead(
  { groups = {}, steps }: Definition,
  titleOf: (id: string) => string,
): Map<string, { name: string; colour: string; steps: string[] }> {
  const members = Map.groupBy(steps, ({ group }) => group)
  return new Map(
    Object.entries(groups).map(([id, group]) => [
      id,
      { ...group, steps: (members.get(id) ?? []).map((step) => titleOf(step.id)) },
    ]),
  )
}

function diffGroups(
  before: Definition,
  after: Definition,
  titleOf: (id: string) => string,
): GroupDifference[] {
  const old = groupsAsRead(before, titleOf)
  const now = groupsAsRead(after, titleOf)
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((id): GroupDifference[] => {
    const one = old.get(id)
    const other = now.get(id)
    const shown = (group: typeof one) =>
      group ? { ...group, steps: group.steps.join('\n') } : ({} as Record<string, unknown>)
    const fields = diffValues(shown(one), shown(other))
    if (fields.length === 0) return []
    const title = (other ?? one)?.name ?? id
    if (one && other) return [{ id, title, change: 'changed', fields }]
    return [{ id, title, change: other ? 'added' : 'removed', fields }]
  })
}

/** Whether nothing differs that affects a run. */
export const isSame = ({ workflow, steps }: DefinitionDifference): boolean =>
  workflow.length === 0 && steps.length === 0

/** The branch as people named it; as it is stored where two branches have the same name. */
function branchInWords(step: Step | undefined, via: string): string {
  const labels = Object.values(branchLabels(step))
  return new Set(labels).size < labels.length ? via : branchLabel(step, via)
}

/** The fields of a step that a run can notice, with its connections in words. */
export function runsAs(
  step: Step,
  stepOf: (id: string) => Step | undefined,
): Record<string, unknown> {
  const { id: _id, position: _position, group: _group, after, ...fields } = step
  const connections = after.map(({ step: id, via }) => {
    const from = stepOf(id)
    const title = from?.title || id
    return via === undefined ? title : `${title}, by “${branchInWords(from, via)}”`
  })
  return { ...fields, ...(connections.length > 0 ? { after: connections.join('\n') } : {}) }
}

const hasMoved = (before: Step | undefined, { position }: Step): boolean =>
  before?.position !== undefined &&
  position !== undefined &&
  (before.position.x !== position.x || before.position.y !== position.y)
