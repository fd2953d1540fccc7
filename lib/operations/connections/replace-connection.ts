import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import type { Replaced } from '#lib/contracts/integrations/connection-replacement'
import { ApiError } from '#lib/domain/api-error'
import type { Actor } from '#lib/auth/actor'
import { defineOutsideOperation, writeAudit, type CallInfo } from '../define-operation.ts'
import { writeDraft } from '../workflows/drafts/write-draft.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { names, replaced, settingOfConnection, type Setting } from '../workflows/used-by.ts'
import { getConnectionName } from './find-connection.ts'

type Wanted = { id: string; draftRevision: number }
type Input = { id: string; replaceWith: string; workflows: Wanted[] }
type Change = { setting: Setting; replaceWith: string }

/** What the drafts name now, and that the other connection is there. Throws 404. */
async function settingToReplace(tx: Tx, { id, replaceWith }: Input): Promise<Setting> {
  const { kind, slug } = await getConnectionName(tx, id)
  if (replaceWith === slug)
    throw ApiError.invalid([{ path: 'replaceWith', message: 'It cannot replace itself.' }])
  const [other] = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.kind, kind), eq(connections.slug, replaceWith)))
  if (!other) throw ApiError.notFound(`${kind} connection`, replaceWith)
  return settingOfConnection({ kind, slug })
}

/** Changes one draft, under its lock and only at its revision. Throws 403, 404 and 409. */
async function replaceInDraft(
  tx: Tx,
  { actor, info }: { actor: Actor; info: CallInfo },
  { id, draftRevision }: Wanted,
  { setting, replaceWith }: Change,
) {
  const { name, draft } = await getWorkflowFor(tx, actor, id, 'edit', { lock: true })
  if (!draft.steps.some((step) => names(setting, step))) {
    const message = `No step of the draft names “${setting.value}” any more. Nothing was changed.`
    throw new ApiError('conflict', message, {})
  }
  const definition = replaced(draft, setting, replaceWith)
  const saved = await writeDraft(tx, actor, id, draftRevision, definition)
  await writeAudit(tx, actor, info, {
    action: 'workflow.draft_saved',
    objectKind: 'workflow',
    objectId: id,
    details: { replaced: setting.value, by: replaceWith, revision: saved.draftRevision },
  })
  return { id, name, draftRevision: saved.draftRevision }
}

/** The name of a workflow for a message; null where the caller does not see it. */
async function nameOf(tx: Tx, actor: Actor, id: string): Promise<string | null> {
  try {
    return (await getWorkflowFor(tx, actor, id)).name
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/**
 * Names another connection in the drafts that use this one, each in a transaction of its own: one
 * that was changed meanwhile stays as it is and is in the answer. Publishing stays a person's act.
 */
export const replaceConnection = defineOutsideOperation<Input, Replaced>({
  name: 'replaceConnection',
  permission: 'workflows:edit',
  async run({ actor, info, input, transaction }) {
    const setting = await transaction((tx) => settingToReplace(tx, input))
    const change = { setting, replaceWith: input.replaceWith }
    const result: Replaced = { changed: [], notChanged: [] }
    for (const wanted of input.workflows)
      try {
        const done = await transaction((tx) => replaceInDraft(tx, { actor, info }, wanted, change))
        result.changed.push(done)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const name = await transaction((tx) => nameOf(tx, actor, wanted.id))
        result.notChanged.push({
          id: wanted.id,
          name,
          error: error.code,
          message: error.message,
        })
      }
    return result
  },
})
