import { listWords, lowerFirst } from '../sentences.ts'
import { permissionWords } from '../permission-words.ts'
import type { Decision } from './decide.ts'
import type { Subject } from './rules.ts'

/** What is asked about, in words: `start runs of “Intake”`. */
export type AskedAct = { words: string; needs: string; byDefault: string | null }

export type AskedPerson = {
  name: string
  /** The name of their role. */
  role: string
  permissions: ReadonlySet<string>
  isDisabled: boolean
}

/** What rules name, by id or slug, and where the deciding one stands, in words. */
type Names = { subjects: ReadonlyMap<string, string>; place: string | null }

const quoted = (permission: string): string => `“${permissionWords(permission)}”`

/** Whom an entry of a rule names, in words. */
export function subjectWords(subject: Subject, names: ReadonlyMap<string, string>): string {
  if ('person' in subject) return names.get(subject.person) ?? 'somebody who is no member any more'
  if ('group' in subject) {
    const group = names.get(subject.group)
    return group ? `the group ${group}` : 'a group that is gone'
  }
  const role = names.get(subject.role)
  return role ? `everybody with the role ${role}` : 'a role that is gone'
}

/** How the entry that decided names the person. */
function namingWords(subject: Subject, names: ReadonlyMap<string, string>): string {
  if ('person' in subject) return 'names them'
  if ('group' in subject) return `names the group ${names.get(subject.group)}, and they are in it`
  return `names the role ${names.get(subject.role)}, and they have it`
}

function whyNot(
  { name, role, permissions }: AskedPerson,
  { needs, byDefault }: AskedAct,
  entries: readonly Subject[] | null,
  { subjects, place }: Names,
): string[] {
  if (!permissions.has(needs))
    return [
      `Their role, ${role}, does not have ${quoted(needs)}.`,
      'Being named by a rule never gives more than the role has.',
    ]
  if (entries === null && byDefault === null)
    return ['No rule speaks about it: publishing needs no approval there.']
  if (entries === null)
    return [
      `No rule names them, and their role, ${role}, does not have ${quoted(byDefault ?? needs)}.`,
      ...(byDefault === 'runs:read-all'
        ? ['They see the runs that they started, and those with screens that they may do.']
        : []),
    ]
  if (entries.length === 0) return [`The rule of ${place} names nobody, so that only owners may.`]
  const named = listWords(entries.map((entry) => subjectWords(entry, subjects)))
  return [`The rule of ${place} names ${named}. ${name} is none of them.`]
}

/**
 * A decision in words: the answer, and why it is so. `entries` are those of the rule that decides;
 * null when none does.
 */
export function explainDecision(
  person: AskedPerson,
  act: AskedAct,
  { ok, by }: Decision,
  entries: readonly Subject[] | null,
  names: Names,
): { ok: boolean; sentence: string; reasons: string[] } {
  const { name, role, isDisabled } = person
  const may = ok && !isDisabled
  const reasons: string[] = []
  if (isDisabled) reasons.push(`${name} is disabled, and has no access until they are enabled.`)
  if (!ok) reasons.push(...whyNot(person, act, entries, names))
  else if (by === 'owner') reasons.push('Owners always may.')
  else if (by === 'default' || by === 'none')
    reasons.push(
      `No rule speaks about it, and their role, ${role}, has ${quoted(act.byDefault ?? act.needs)}.`,
    )
  else reasons.push(`The rule of ${names.place} ${namingWords(by, names.subjects)}.`)
  return { ok: may, sentence: `${name} may ${may ? '' : 'not '}${act.words}.`, reasons }
}

/** Whether a role has a permission, in words; `others` are the names of the roles that have it. */
export function explainPermission(
  { name, role, permissions, isDisabled }: AskedPerson,
  permission: string,
  others: readonly string[],
): { ok: boolean; sentence: string; reasons: string[] } {
  const has = permissions.has(permission)
  const ok = has && !isDisabled
  const who = others.length > 0 ? [`These roles have it: ${listWords(others)}.`] : []
  return {
    ok,
    sentence: `${name} may ${ok ? '' : 'not '}${lowerFirst(permissionWords(permission))}.`,
    reasons: [
      ...(isDisabled ? [`${name} is disabled, and has no access until they are enabled.`] : []),
      `Their role, ${role}, ${has ? 'has' : 'does not have'} ${quoted(permission)}.`,
      ...(has ? [] : who),
    ],
  }
}
