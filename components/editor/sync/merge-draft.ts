import type { DraftStep } from '#lib/contracts/workflows/drafts'
import type { Definition } from '#lib/domain/workflow/definition'
import { applyChanges, valueAt } from '#lib/domain/workflow/draft-changes/apply-changes'
import {
  arePathsNested,
  isSameJson,
  pathOfChange,
  type DraftChange,
  type DraftPath,
} from '#lib/domain/workflow/draft-changes/change'
import { differences } from '#lib/domain/workflow/draft-changes/differences'
import { rebaseChanges } from '#lib/domain/workflow/draft-changes/rebase-changes'

/** A place that this person and another one changed at the same time. */
export type DraftConflict = { path: DraftPath; by: string }

/** The draft of the server, and what this person made of it. */
export type Sides = { base: Definition; wanted: Definition; conflicts: DraftConflict[] }

export const isNear = (one: DraftPath, other: DraftPath): boolean =>
  arePathsNested(one, other) || arePathsNested(other, one)

/** What this person changed and may be saved: all but what they must choose about. */
export const savable = ({ base, wanted, conflicts }: Sides): DraftChange[] =>
  differences(base, wanted).filter(
    (change) => !conflicts.some(({ path }) => isNear(path, pathOfChange(change))),
  )

/** The conflicts that are left: those whose two sides still differ. */
export const openConflicts = ({ base, wanted, conflicts }: Sides): DraftConflict[] =>
  conflicts.filter(({ path }) => !isSameJson(valueAt(base, path), valueAt(wanted, path)))

/** The change that gives a place of one definition the value that it has in another one. */
export function copyOf(from: Definition, path: DraftPath): DraftChange {
  const to = valueAt(from, path)
  if (to === undefined) return { kind: 'remove', path }
  const [first, id, ...rest] = path
  if (first !== 'steps' || rest.length > 0) return { kind: 'set', path, to }
  const index = from.steps.findIndex((step) => step.id === id)
  return { kind: 'set', path, to, behind: from.steps[index - 1]?.id ?? null }
}

/** Conflicts of which none contains another one. */
function widest(conflicts: DraftConflict[]): DraftConflict[] {
  const sorted = conflicts.toSorted((one, other) => one.path.length - other.path.length)
  return sorted.filter(
    ({ path }, index) => !sorted.slice(0, index).some((wider) => isNear(path, wider.path)),
  )
}

/** The conflict of a change with those of other people: about the wider of the two places. */
function conflictOf(change: DraftChange, steps: DraftStep[]): DraftConflict {
  const mine = pathOfChange(change)
  for (const { by, changes } of steps)
    for (const other of changes) {
      const theirs = pathOfChange(other)
      if (isNear(mine, theirs)) return { path: mine.length <= theirs.length ? mine : theirs, by }
    }
  return { path: mine, by: steps.at(-1)?.by ?? 'Somebody else' }
}

/**
 * Both sides after other people's changes arrived. What this person changed stays; where others
 * changed the same, it stays on this page only, as a conflict to choose about.
 */
export function receiveSteps(sides: Sides, steps: DraftStep[]): Sides {
  const theirs = steps.flatMap(({ changes }) => changes)
  const base = applyChanges(sides.base, theirs)
  const rebased = rebaseChanges(savable(sides), theirs)
  const conflicts = widest([
    ...sides.conflicts,
    ...rebased.conflicts.map((change) => conflictOf(change, steps)),
  ])
  const kept = rebased.changes.filter(
    (change) => !conflicts.some(({ path }) => isNear(path, pathOfChange(change))),
  )
  const wanted = applyChanges(base, [
    ...kept,
    ...conflicts.map(({ path }) => copyOf(sides.wanted, path)),
  ])
  const next = { base, wanted, conflicts }
  return { ...next, conflicts: openConflicts(next) }
}

/**
 * An earlier definition of this page, to which undo leads, after other people's changes: it has
 * them too, also where this person had changed the same.
 */
export function recall(before: Definition, base: Definition, steps: DraftStep[]): Definition {
  const theirs = steps.flatMap(({ changes }) => changes)
  const mine = rebaseChanges(differences(base, before), theirs)
  return applyChanges(applyChanges(base, theirs), mine.changes)
}
