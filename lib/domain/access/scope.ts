import {
  decide,
  type AccessBook,
  type AccessPerson,
  type AccessTarget,
  type Decision,
} from './decide.ts'
import type { Verb } from './rules.ts'

/** Who asks, in which organization's rules. */
export type AccessScope = { person: AccessPerson; book: AccessBook }

/** A screen: its step, and whom its step chose; without candidates everybody with access may. */
export type ScreenTarget = AccessTarget & {
  stepId: string
  candidates?: readonly string[] | undefined
}

export const may = ({ person, book }: AccessScope, verb: Verb, target: AccessTarget): boolean =>
  decide(person, verb, target, book).ok

/** How a screen's candidates may name this person (`candidates` in its state). */
export const namesOf = (person: AccessPerson): string[] => [
  ...(person.personId ? [`person:${person.personId}`] : []),
  ...(person.email ? [`mail:${person.email.toLowerCase()}`] : []),
  ...person.groups.map((group) => `group:${group}`),
]

/** Whether a person may do a screen: the rules allow it, and its candidates, if any, name them. */
export function decideScreen({ person, book }: AccessScope, screen: ScreenTarget): Decision {
  const decision = decide(person, { screen: screen.stepId }, screen, book)
  if (!decision.ok || decision.by === 'owner' || !screen.candidates) return decision
  const mine = new Set(namesOf(person))
  if (screen.candidates.some((name) => mine.has(name))) return decision
  const missing = 'being one of the people or groups that the step chose for this screen'
  return { ok: false, by: 'none', from: decision.from, missing }
}

/** The steps that the workflow's own rules name, and `*`. */
export function stepsNamed(book: AccessBook, workflowId: string | null): string[] {
  const own = workflowId === null ? undefined : book.workflows.get(workflowId)?.rules?.screens
  return [...Object.keys(own ?? {}), '*']
}

const workflowVerbs = ['run', 'edit', 'publish', 'approve', 'seeRuns'] as const

/** Whether a person knows that a workflow exists: they may do anything with it. */
export const seesWorkflow = (scope: AccessScope, target: AccessTarget): boolean =>
  workflowVerbs.some((verb) => may(scope, verb, target)) ||
  stepsNamed(scope.book, target.workflowId).some((screen) => may(scope, { screen }, target))

/**
 * The answers of a test for all workflows, as SQL can use them: the answer at the top and in each
 * folder, and the workflows whose own rules make it another.
 */
export type AccessTable = {
  top: boolean
  /** The folders whose answer is not that of the top. */
  otherFolders: string[]
  granted: string[]
  denied: string[]
  /** The workflows that a key is limited to; null: no limit. */
  only: readonly string[] | null
}

export type AccessTest = (scope: AccessScope, target: AccessTarget) => boolean

/** The scope without the limit of a key to some workflows, which a table has of its own. */
export const unlimited = ({ book, person }: AccessScope): AccessScope => ({
  book,
  person: { ...person, workflows: null },
})

/** Tabulates a test, so that lists, counts and searches answer exactly as the test does. */
export function tabulate(limited: AccessScope, test: AccessTest): AccessTable {
  const scope = unlimited(limited)
  const { book } = scope
  const top = test(scope, { workflowId: null, folderId: null })
  const inFolder = new Map(
    [...book.folders.keys()].map((id) => [id, test(scope, { workflowId: null, folderId: id })]),
  )
  const otherFolders = [...inFolder].filter(([, ok]) => ok !== top).map(([id]) => id)
  const granted: string[] = []
  const denied: string[] = []
  for (const { id, folderId } of book.workflows.values()) {
    const here = (folderId === null ? undefined : inFolder.get(folderId)) ?? top
    const ok = test(scope, { workflowId: id, folderId })
    if (ok !== here) (ok ? granted : denied).push(id)
  }
  return { top, otherFolders, granted, denied, only: limited.person.workflows }
}

/** Whether the answer is the same for every workflow. */
export const isSame = ({ otherFolders, granted, denied, only }: AccessTable): boolean =>
  only === null && otherFolders.length + granted.length + denied.length === 0
