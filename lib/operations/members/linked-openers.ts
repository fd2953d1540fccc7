import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { mails } from '#db/schema/documents'
import { letters } from '#db/schema/letters'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { LinkedKind } from '#lib/contracts/organization/memberships'
import { ApiError } from '#lib/domain/api-error'
import { ofVisibleRuns, requireRun } from '../access/access-sql.ts'
import { requireScreen } from '../access/require-screen.ts'
import { getFileFor } from '../files/file-for.ts'
import { scheduleViewFor } from '../schedules/schedule-view.ts'
import { getTaskOrThrow } from '../tasks/find-task.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'

/**
 * Opens what a link leads to, for a member of the transaction's organization that has it. Throws
 * like the page of the link: 404 when it is not there for them, 403 when they may not open it.
 */
type Opener = (tx: Tx, actor: Actor, id: string) => Promise<unknown>

async function openMail(tx: Tx, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'mails:read')
  const [mail] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.private, false), ofVisibleRuns(actor, mails.runId)))
  if (!mail) throw ApiError.notFound('mail', id)
}

async function openLetter(tx: Tx, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'letters:read')
  const [letter] = await tx
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.id, id), ofVisibleRuns(actor, letters.runId)))
  if (!letter) throw ApiError.notFound('letter', id)
}

export const linkedOpeners: Record<LinkedKind, Opener> = {
  async run(tx, actor, id) {
    requirePermission(actor, 'runs:read')
    await requireRun(tx, actor, id)
  },
  async screen(tx, actor, id) {
    requirePermission(actor, 'screens:work')
    await requireScreen(tx, actor, await getTaskOrThrow(tx, id, 'screen'), { orRun: true })
  },
  async workflow(tx, actor, id) {
    requirePermission(actor, 'workflows:read')
    await getWorkflowFor(tx, actor, id)
  },
  async form(tx, actor, slug) {
    requirePermission(actor, 'forms:submit')
    await getWorkflowFor(tx, actor, slug, 'run')
  },
  async file(tx, actor, id) {
    requirePermission(actor, 'files:read')
    await getFileFor(tx, actor, id)
  },
  async schedule(tx, actor, id) {
    requirePermission(actor, 'schedules:read')
    await scheduleViewFor(tx, actor, id)
  },
  connection: async (_tx, actor) => requirePermission(actor, 'connections:read'),
  policy: async (_tx, actor) => requirePermission(actor, 'policies:read'),
  mail: openMail,
  letter: openLetter,
  member: async (_tx, actor) => requirePermission(actor, 'members:read'),
}
