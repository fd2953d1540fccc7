import type { AccessRules, Subject, Verb } from './rules.ts'

/** Who asks: what decisions need to know of a caller. */
export type AccessPerson = {
  /** Null for a key that belongs to nobody; no rule names it as a person. */
  personId: string | null
  email: string | null
  groups: readonly string[]
  role: string
  permissions: ReadonlySet<string>
  /** The workflows that a key may touch; null: every one. */
  workflows: readonly string[] | null
}

export type Level = { kind: 'workflow' | 'folder' | 'organization'; id: string }
type Place = { id: string; rules?: AccessRules | undefined }

/** The rules of an organization, as `decide` reads them. */
export type AccessBook = {
  organization: Place
  /** Each folder with the folder around it. */
  folders: ReadonlyMap<string, Place & { parentId: string | null }>
  /** Only workflows with rules of their own. */
  workflows: ReadonlyMap<string, Place & { folderId: string | null }>
}

/** An organization without rules and folders. */
export const emptyBook: AccessBook = {
  organization: { id: '' },
  folders: new Map(),
  workflows: new Map(),
}

/** A workflow as far as rules know it; null where a new one would be made. */
export type AccessTarget = { workflowId: string | null; folderId: string | null }

export type Decision = {
  ok: boolean
  /**
   * What decided: `owner`, the entry of a rule that names the person, `default` (no rule speaks,
   * the role decides), or nothing that names them (`none`).
   */
  by: 'owner' | Subject | 'default' | 'none'
  /** The level whose rule spoke; null when none did. */
  from: Level | null
  /** What would settle it, for people to read. */
  missing: string | null
}

/**
 * Without the first permission no rule helps; the second one is the default where no rule speaks.
 * Null: without a rule only owners may.
 * This table is all that the SQL predicate (sql-scope.ts) knows of verbs, too.
 */
export const verbNeeds = {
  run: { needs: 'runs:start', byDefault: 'runs:start' },
  edit: { needs: 'workflows:edit', byDefault: 'workflows:edit' },
  publish: { needs: 'workflows:publish', byDefault: 'workflows:publish' },
  approve: { needs: 'workflows:approve', byDefault: null },
  seeRuns: { needs: 'runs:read', byDefault: 'runs:read-all' },
  create: { needs: 'workflows:create', byDefault: 'workflows:create' },
  screen: { needs: 'screens:work', byDefault: 'screens:work' },
} as const

const kindOf = (verb: Verb): keyof typeof verbNeeds => (typeof verb === 'string' ? verb : 'screen')

/** The entries of one level for a verb; undefined when it has no rule for it. */
function entriesOf(rules: AccessRules | undefined, verb: Verb): Subject[] | undefined {
  if (!rules) return undefined
  if (typeof verb === 'string') return rules[verb]
  const { screens } = rules
  if (!screens) return undefined
  return Object.hasOwn(screens, verb.screen) ? screens[verb.screen] : screens['*']
}

const names = (subject: Subject, person: AccessPerson): boolean => {
  if ('person' in subject) return subject.person === person.personId
  if ('group' in subject) return person.groups.includes(subject.group)
  return subject.role === person.role
}

/** The first entry that names the person. */
const namedBy = (entries: readonly Subject[], person: AccessPerson): Subject | undefined =>
  entries.find((entry) => names(entry, person))

/** The folders around a folder, from the inside out; a loop in the data ends it. */
function foldersUp(book: AccessBook, folderId: string | null): string[] {
  const path: string[] = []
  for (let id = folderId; id !== null && !path.includes(id);) {
    const folder = book.folders.get(id)
    if (!folder) break
    path.push(id)
    id = folder.parentId
  }
  return path
}

/** The nearest rule for a verb: of the workflow, then of the folders outwards, then of all. */
export function nearestRule(
  book: AccessBook,
  verb: Verb,
  { workflowId, folderId }: AccessTarget,
): { entries: Subject[]; from: Level } | undefined {
  const own = workflowId === null ? undefined : book.workflows.get(workflowId)
  const ofWorkflow = entriesOf(own?.rules, verb)
  if (own && ofWorkflow) return { entries: ofWorkflow, from: { kind: 'workflow', id: own.id } }
  for (const id of foldersUp(book, folderId)) {
    const entries = entriesOf(book.folders.get(id)?.rules, verb)
    if (entries) return { entries, from: { kind: 'folder', id } }
  }
  const entries = entriesOf(book.organization.rules, verb)
  const from = { kind: 'organization' as const, id: book.organization.id }
  return entries && { entries, from }
}

/** The verbs that no rule allows to somebody with these permissions only. */
export const forbiddenVerbs = (permissions: ReadonlySet<string>): (keyof typeof verbNeeds)[] =>
  Object.entries(verbNeeds)
    .filter(([, { needs }]) => !permissions.has(needs))
    .map(([verb]) => verb as keyof typeof verbNeeds)

const lacks = (permission: string): string => `a role with the permission ${permission}`

/**
 * Whether a person may do this with a workflow. The nearest level with a rule for the verb decides:
 * workflow, folder, organization; without one the role does. Rules only allow: an entry never gives
 * more than the role's permissions. Owners may always.
 */
export function decide(
  person: AccessPerson,
  verb: Verb,
  target: AccessTarget,
  book: AccessBook,
): Decision {
  const { needs, byDefault } = verbNeeds[kindOf(verb)]
  if (!person.permissions.has(needs))
    return { ok: false, by: 'none', from: null, missing: lacks(needs) }
  const { workflows } = person
  if (workflows && !(target.workflowId !== null && workflows.includes(target.workflowId)))
    return { ok: false, by: 'none', from: null, missing: 'a key that names this workflow' }
  if (person.role === 'owner') return { ok: true, by: 'owner', from: null, missing: null }
  const rule = nearestRule(book, verb, target)
  if (!rule) {
    const ok = byDefault !== null && person.permissions.has(byDefault)
    const or = byDefault === null ? '' : `, or ${lacks(byDefault)}`
    const missing = ok ? null : `a rule that names them${or}`
    return { ok, by: ok ? 'default' : 'none', from: null, missing }
  }
  const { entries, from } = rule
  const entry = namedBy(entries, person)
  if (entry) return { ok: true, by: entry, from, missing: null }
  return { ok: false, by: 'none', from, missing: 'being named by this rule' }
}
