import type { AccessView, FoundRule, RuleVerb } from '#lib/contracts/organization/access'
import { subjectWords } from '#lib/domain/access/explain'
import type { AccessRules, Subject } from '#lib/domain/access/rules'
import { listWords, lowerFirst, upperFirst } from '#lib/domain/sentences'

/** One line of the rules: a verb, or a screen of its own. */
export type Line = { key: string; title: string; verb: RuleVerb; step: string | null }

/** A screen of a workflow, as rules name it. */
export type ScreenStep = { id: string; title: string }

const verbs: { verb: RuleVerb; title: string }[] = [
  { verb: 'run', title: 'Start runs' },
  { verb: 'edit', title: 'Edit' },
  { verb: 'publish', title: 'Publish' },
  { verb: 'approve', title: 'Approve publishing' },
  { verb: 'seeRuns', title: 'See all runs' },
  { verb: 'screens', title: 'Do screens' },
  { verb: 'create', title: 'Create workflows' },
]

/** The lines of a place: a workflow has its screens and creates none. */
export function linesOf(view: AccessView, screens: readonly ScreenStep[]): Line[] {
  const isWorkflow = view.level === 'workflow'
  const plain = verbs
    .filter(({ verb }) => !isWorkflow || verb !== 'create')
    .map(({ verb, title }) => ({ key: verb, title, verb, step: verb === 'screens' ? '*' : null }))
  if (!isWorkflow) return plain
  // A rule of a step that is no longer there is shown, too, so that it can be taken away.
  const ruled = Object.keys(view.rules.screens ?? {}).filter(
    (step) => step !== '*' && !screens.some(({ id }) => id === step),
  )
  const steps = [...screens, ...ruled.map((id) => ({ id, title: `${id} (not in the draft)` }))]
  const own = steps.map(({ id, title }) => ({
    key: `screen ${id}`,
    title: `Do “${title}”`,
    verb: 'screens' as const,
    step: id,
  }))
  return [...plain, ...own]
}

/** The rule of this place for a line; undefined: it has none. */
export function ownEntries({ rules }: AccessView, { verb, step }: Line): Subject[] | undefined {
  if (verb === 'screens') return rules.screens?.[step ?? '*']
  return rules[verb]
}

/** The rules with this line replaced; `undefined` takes it away. */
export function withLine(
  rules: AccessRules,
  { verb, step }: Line,
  entries: Subject[] | undefined,
): AccessRules {
  if (verb !== 'screens') {
    const { [verb]: _before, ...others } = rules
    return entries ? { ...others, [verb]: entries } : others
  }
  const { screens = {}, ...others } = rules
  const { [step ?? '*']: _before, ...rest } = screens
  const next = entries ? { ...rest, [step ?? '*']: entries } : rest
  return Object.keys(next).length > 0 ? { ...others, screens: next } : others
}

/** Rules without people, groups and roles that are gone: naming them does nothing. */
export function withoutGone(rules: AccessRules, names: AccessView['names']): AccessRules {
  const isThere = (subject: Subject) =>
    Object.values(subject).some((id) => Object.hasOwn(names, id))
  const { screens, ...plain } = rules
  const kept = Object.entries(plain).map(([verb, list]) => [verb, list.filter(isThere)] as const)
  const steps = Object.entries(screens ?? {}).map(
    ([step, list]) => [step, list.filter(isThere)] as const,
  )
  return { ...Object.fromEntries(kept), ...(screens ? { screens: Object.fromEntries(steps) } : {}) }
}

/** What is in force for a line; a screen of its own falls back to the rule for all screens. */
export function inForceFor(view: AccessView, line: Line): FoundRule | undefined {
  const { verb, step } = line
  const own = ownEntries(view, line)
  if (verb === 'screens' && step !== '*' && own)
    return { from: 'workflow', id: view.id, name: view.name, entries: own }
  return view.inForce[verb]
}

/** What would be in force for a line without its own rule. */
export function inheritedFor(view: AccessView, { verb, step }: Line): FoundRule | undefined {
  if (verb === 'screens' && step !== '*') return view.inForce.screens
  return view.inherited[verb]
}

const nounOf: Record<AccessView['level'], string> = {
  workflow: 'it',
  folder: 'the workflows here',
  organization: 'workflows',
}

/** What a line is about, after "may": `start runs of it`. */
function actOf({ level }: AccessView, { verb, step, title }: Line): string {
  if (step !== null && step !== '*') return lowerFirst(title)
  const noun = nounOf[level]
  const words: Record<RuleVerb, string> = {
    run: `start runs of ${noun}`,
    edit: `edit ${noun}`,
    publish: `publish ${noun}`,
    approve: `approve publishing ${noun}, and one of them must`,
    seeRuns: `see all runs of ${noun}`,
    screens: `do the screens of ${noun}`,
    create: level === 'folder' ? 'create workflows here' : 'create workflows',
  }
  return words[verb]
}

/** Whom a list names, with the owners, who always may. */
function peopleWords(entries: readonly Subject[], names: AccessView['names']): string {
  const known = new Map(Object.entries(names))
  const named = entries.map((entry) => subjectWords(entry, known))
  return named.length === 0 ? 'only owners' : listWords([...named, 'owners'])
}

/** What holds for a line, as a sentence; `roles` are the names of the roles that may by default. */
export function sentenceOf(
  view: AccessView,
  line: Line,
  rule: FoundRule | undefined,
  roles: readonly string[],
): string {
  const act = actOf(view, line)
  if (rule) return `${upperFirst(peopleWords(rule.entries, view.names))} may ${act}.`
  if (line.verb === 'approve') return `Publishing ${nounOf[view.level]} needs no approval.`
  if (roles.length === 0) return `Everybody whose role allows it may ${act}.`
  return `Everybody with the role ${listWords(roles, 'or')} may ${act}.`
}

/** Where the rule stands, in two words. */
export function whereWords(view: AccessView, rule: FoundRule | undefined, line: Line): string {
  if (!rule) return permissionByDefault[line.verb] === null ? 'no rule' : 'by role'
  if (rule.id === view.id) return 'set here'
  return rule.from === 'folder' ? `from folder ${rule.name}` : 'from the organization'
}

/** The permission by which a role may without a rule; null: none, only a rule lets people. */
export const permissionByDefault: Record<RuleVerb, string | null> = {
  run: 'runs:start',
  edit: 'workflows:edit',
  publish: 'workflows:publish',
  approve: null,
  seeRuns: 'runs:read-all',
  screens: 'screens:work',
  create: 'workflows:create',
}
