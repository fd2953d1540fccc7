import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { organizations, schedules } from '#db/schema/index'
import { newId } from '#lib/ids'
import { nextInstant } from '#lib/domain/schedule/cron'

/** Every working day at 18:00 in the organization's time zone. */
const cron = '0 18 * * 1-5'

export async function seedSchedule(
  tx: Tx,
  organizationId: string,
  workflowId: string,
): Promise<void> {
  const [organization] = await tx
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (!organization) throw new Error('the organization of the demo is not there')
  const { timeZone } = organization
  const createdBy = 'Rounds demo'
  await tx.insert(schedules).values({
    id: newId(),
    organizationId,
    workflowId,
    name: 'Decisions of the day',
    cron,
    timeZone,
    nextAt: nextInstant(cron, timeZone, new Date()),
    createdBy,
    updatedBy: createdBy,
  })
}
