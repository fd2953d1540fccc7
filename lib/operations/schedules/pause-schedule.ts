import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { schedules } from '#db/schema/schedules'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import type { Actor } from '#lib/auth/actor'
import { nextOccurrence } from '#lib/domain/schedule/occurrences'
import { defineOperation } from '../define-operation.ts'
import { rhythmOf } from './rhythm-of.ts'
import { lockScheduleFor, scheduleViewFor } from './schedule-view.ts'

async function setPaused(tx: Tx, actor: Actor, id: string, paused: boolean): Promise<ScheduleView> {
  const row = await lockScheduleFor(tx, actor, id)
  if (row.paused !== paused) {
    const nextAt = paused ? null : nextOccurrence(await rhythmOf(tx, row), new Date())
    await tx
      .update(schedules)
      .set({ paused, nextAt, updatedBy: actor.name, updatedAt: new Date() })
      .where(eq(schedules.id, id))
  }
  return await scheduleViewFor(tx, actor, id)
}

/** Nothing is due while a schedule is paused. */
export const pauseSchedule = defineOperation<{ id: string }, ScheduleView>({
  name: 'pauseSchedule',
  permission: 'schedules:manage',
  audit: ({ output }) => ({
    action: 'schedule.paused',
    objectKind: 'schedule',
    objectId: output.id,
    details: { name: output.name },
  }),
  run: async ({ actor, input, tx }) => await setPaused(tx, actor, input.id, true),
})

/** A paused schedule goes on with the next occurrence from now. */
export const resumeSchedule = defineOperation<{ id: string }, ScheduleView>({
  name: 'resumeSchedule',
  permission: 'schedules:manage',
  audit: ({ output }) => ({
    action: 'schedule.resumed',
    objectKind: 'schedule',
    objectId: output.id,
    details: { name: output.name },
  }),
  run: async ({ actor, input, tx }) => await setPaused(tx, actor, input.id, false),
})
