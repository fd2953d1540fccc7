import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { schedules } from '#db/schema/schedules'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { seesWorkflow } from '#lib/domain/access/scope'
import { scopeOf, targetOf } from '../access/scope-of.ts'
import { settingOfCalendar, workflowsOfSettings, type Users } from '../workflows/used-by.ts'
import type { CalendarRow } from './find-calendar.ts'

/** The workflows whose steps or schedules name a calendar. */
export async function usersOfCalendar(
  tx: Tx,
  actor: Actor,
  { id: calendarId, slug }: Pick<CalendarRow, 'id' | 'slug'>,
): Promise<Users> {
  const { usedBy, usedByOthers } = await workflowsOfSettings(tx, actor, [settingOfCalendar(slug)])
  const scheduled = await tx
    .selectDistinct({ id: workflows.id, name: workflows.name, folderId: workflows.folderId })
    .from(schedules)
    .innerJoin(workflows, eq(workflows.id, schedules.workflowId))
    .where(eq(schedules.calendarId, calendarId))
    .orderBy(workflows.name, workflows.id)
  const scope = scopeOf(actor)
  const seen = scheduled.filter((workflow) => seesWorkflow(scope, targetOf(workflow)))
  const known = new Set(usedBy.map(({ id }) => id))
  const others = seen
    .filter(({ id }) => !known.has(id))
    // A schedule runs the published version.
    .map(({ id, name }) => ({ id, name, published: true, draft: false, steps: [] }))
  return {
    usedBy: [...usedBy, ...others],
    usedByOthers: usedByOthers + scheduled.length - seen.length,
  }
}
