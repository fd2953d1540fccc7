import { decide, type AccessTarget, type Decision } from './decide.ts'
import type { AccessScope } from './scope.ts'
import type { Verb } from './rules.ts'

/**
 * What a person can want with a workflow: the permission of the operation, the verb that rules decide
 * about, and the act in words. The operations ask for the same (`own-rights.test.ts`).
 */
const acts = {
  edit: { permission: 'workflows:edit', verb: 'edit', words: 'edit it' },
  publish: { permission: 'workflows:publish', verb: 'publish', words: 'publish it' },
  run: { permission: 'runs:start', verb: 'run', words: 'start runs of it' },
  pause: { permission: 'workflows:control', verb: 'edit', words: 'pause it' },
  cancelRuns: { permission: 'runs:control', verb: 'seeRuns', words: 'cancel its runs' },
  schedule: { permission: 'schedules:manage', verb: 'run', words: 'schedule it' },
  duplicate: {
    permission: 'workflows:create',
    verb: 'create',
    words: 'create workflows beside it',
  },
  delete: { permission: 'workflows:delete', verb: 'edit', words: 'delete it' },
} as const satisfies Record<string, { permission: string; verb: Verb; words: string }>

export type WorkflowAct = keyof typeof acts
export const workflowActs = Object.keys(acts) as WorkflowAct[]

/** What somebody may not do, by act, with the reason; an act that is not here is allowed. */
export type MayNot = Partial<Record<WorkflowAct, string>>

const placeWords = {
  workflow: 'this workflow',
  folder: 'its folder',
  organization: 'all workflows',
}

/** Why not, for the person themselves to read. */
function whyNot(hasPermission: boolean, { from }: Decision, words: string): string {
  if (!hasPermission) return `Your role does not let you ${words}. Ask an owner.`
  if (from === null) return `Neither your role nor an access rule lets you ${words}. Ask an owner.`
  return (
    `The access rules of ${placeWords[from.kind]} say who may ${words}, ` +
    'and you are not among them. Ask an owner.'
  )
}

/** What the caller may not do with a workflow: their role and the rules in force together. */
export function mayNotOf({ person, book }: AccessScope, target: AccessTarget): MayNot {
  const refused: MayNot = {}
  for (const act of workflowActs) {
    const { permission, verb, words } = acts[act]
    // A new workflow is made in the same folder, and has no rules of its own yet.
    const at = verb === 'create' ? { ...target, workflowId: null } : target
    const decision = decide(person, verb, at, book)
    const hasPermission = person.permissions.has(permission)
    if (!decision.ok || !hasPermission) refused[act] = whyNot(hasPermission, decision, words)
  }
  return refused
}
