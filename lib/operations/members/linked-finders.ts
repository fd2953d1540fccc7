import { eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { files, mails, policies } from '#db/schema/documents'
import { letters } from '#db/schema/letters'
import { members } from '#db/schema/people'
import { runs } from '#db/schema/runs'
import { schedules } from '#db/schema/schedules'
import { formerSlugs, workflows } from '#db/schema/workflows'
import type { LinkedKind } from '#lib/contracts/organization/memberships'
import { runOfTask } from '#lib/engine/store/run-of-task'
import { isUuid } from '#lib/ids'

/** Whether the organization of the transaction has the thing that a link opens. */
type Finder = (tx: Tx, id: string) => Promise<boolean>

/** By a column of its table; row-level security shows the rows of the one organization only. */
const by =
  (column: PgColumn): Finder =>
  async (tx, id) => {
    const found = await tx.select({ id: column }).from(column.table).where(eq(column, id)).limit(1)
    return found.length > 0
  }

const byUuid =
  (column: PgColumn): Finder =>
  async (tx, id) =>
    isUuid(id) && (await by(column)(tx, id))

/** By the present slug of a workflow or a former one. */
const bySlug: Finder = async (tx, slug) =>
  (await by(workflows.slug)(tx, slug)) || (await by(formerSlugs.slug)(tx, slug))

/**
 * How each kind of thing is found. Whether the person may open it there is asked afterwards
 * (linked-openers.ts).
 */
export const linkedFinders: Record<LinkedKind, Finder> = {
  run: byUuid(runs.id),
  screen: async (tx, id) => isUuid(id) && (await runOfTask(tx, id)) !== undefined,
  workflow: async (tx, id) => (await byUuid(workflows.id)(tx, id)) || (await bySlug(tx, id)),
  form: bySlug,
  file: byUuid(files.id),
  schedule: byUuid(schedules.id),
  connection: byUuid(connections.id),
  policy: by(policies.id),
  mail: byUuid(mails.id),
  letter: byUuid(letters.id),
  member: byUuid(members.userId),
}
