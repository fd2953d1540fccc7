import type { Actor } from '#lib/auth/actor'
import { decide, type AccessTarget } from '#lib/domain/access/decide'
import type { Verb } from '#lib/domain/access/rules'
import { seesWorkflow, type AccessScope } from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'

/** Who asks and the rules in force, as `decide` wants them. */
export const scopeOf = (actor: Actor): AccessScope => ({
  person: { ...actor, workflows: actor.workflows ?? null },
  book: actor.book,
})

const acts: Record<string, string> = {
  run: 'start this workflow',
  edit: 'change this workflow',
  publish: 'publish this workflow',
  approve: 'approve the publishing of this workflow',
  seeRuns: 'see all runs of this workflow',
  create: 'create workflows here',
}

/** Throws 403 when the access rules do not let the caller do this, with what is missing. */
export function requireAccess(actor: Actor, verb: Verb, target: AccessTarget): void {
  const { person, book } = scopeOf(actor)
  const { ok, from, missing } = decide(person, verb, target, book)
  if (ok) return
  const act = typeof verb === 'string' ? (acts[verb] ?? verb) : 'do this screen'
  throw new ApiError(
    'forbidden',
    `The access rules do not let "${actor.name}" ${act}: it takes ${missing}. Ask an owner.`,
    { verb: typeof verb === 'string' ? verb : 'screen', from: from?.kind ?? null },
  )
}

type Row = { id: string; folderId: string | null }

export const targetOf = ({ id, folderId }: Row): AccessTarget => ({ workflowId: id, folderId })

/**
 * Throws 404 when the caller may do nothing with the workflow, as if it were not there; 403 when
 * they may not do `verb`. `asked` is what the caller named: a 404 says nothing else. The link of a
 * shared form leads to one workflow, and needs no rule.
 */
export function requireWorkflow(
  actor: Actor,
  row: Row,
  verb: Verb | undefined,
  asked: { what: string; id: string },
): void {
  if (actor.kind === 'public') return
  if (!seesWorkflow(scopeOf(actor), targetOf(row))) throw ApiError.notFound(asked.what, asked.id)
  if (verb) requireAccess(actor, verb, targetOf(row))
}
