import {
  arePathsNested,
  isSameJson,
  pathOfChange,
  type DraftChange,
  type LinesChange,
} from './change.ts'

/** Changes that still hold after those of other people, and those that meet them. */
export type Rebased = { changes: DraftChange[]; conflicts: DraftChange[] }

const isSameChange = (one: DraftChange, other: DraftChange): boolean =>
  isSameJson(pathOfChange(one), pathOfChange(other)) &&
  one.kind === other.kind &&
  (one.kind !== 'set' || isSameJson(one.to, (other as typeof one).to))

/**
 * A change of lines after another one of the same text; undefined when they touch: then neither of
 * the two authors saw what the other one wrote there.
 */
function shifted(mine: LinesChange, theirs: LinesChange): LinesChange | undefined {
  if (theirs.at + theirs.remove < mine.at)
    return { ...mine, at: mine.at + theirs.insert.length - theirs.remove }
  return mine.at + mine.remove < theirs.at ? mine : undefined
}

/**
 * A change after another one: as it is, shifted, `done` when the other one did the same, or
 * `conflict`.
 */
function after(mine: DraftChange, theirs: DraftChange): DraftChange | 'done' | 'conflict' {
  // Where a step stands in the list means little: the later one has its way.
  if (mine.kind === 'move' || theirs.kind === 'move') return mine
  if (!arePathsNested(mine.path, theirs.path) && !arePathsNested(theirs.path, mine.path))
    return mine
  if (isSameChange(mine, theirs) && mine.kind !== 'lines') return 'done'
  if (mine.kind === 'lines' && theirs.kind === 'lines') return shifted(mine, theirs) ?? 'conflict'
  return 'conflict'
}

/** The step or setting in which a change is; undefined: the change contains several. */
function areaOf(change: DraftChange): string | undefined {
  const [first, second] = pathOfChange(change)
  return second === undefined ? undefined : JSON.stringify([first, second])
}

/** Finds the changes that can meet another one, so that not each is compared with each. */
function byArea(changes: DraftChange[]): (change: DraftChange) => DraftChange[] {
  const areas = Map.groupBy(changes, areaOf)
  const wide = areas.get(undefined)
  return (change) => {
    const area = areaOf(change)
    if (area === undefined || wide) return changes
    return areas.get(area) ?? []
  }
}

/**
 * Changes that somebody made of a draft, as changes of the draft that others changed meanwhile by
 * `theirs`. A change of a place that others changed too is a conflict.
 */
export function rebaseChanges(mine: DraftChange[], theirs: DraftChange[]): Rebased {
  const rebased: Rebased = { changes: [], conflicts: [] }
  const near = byArea(theirs)
  for (const change of mine) {
    let now: DraftChange | 'done' | 'conflict' = change
    for (const other of near(change)) {
      if (now === 'done' || now === 'conflict') break
      now = after(now, other)
    }
    if (now === 'conflict') rebased.conflicts.push(change)
    else if (now !== 'done') rebased.changes.push(now)
  }
  return rebased
}
