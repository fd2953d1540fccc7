import { eq, sql } from 'drizzle-orm'
import { workItems } from '#db/schema/work-items'
import type { Workload } from '#lib/contracts/runs/workload'
import type { WorkloadPeriod } from '#lib/domain/run/workload'
import { dayIn } from '../../absences/find-away.ts'
import { workingTimeIn } from '../../calendars/working-time-of.ts'
import { defineOperation } from '../../define-operation.ts'
import { getWorkflowFor } from '../../workflows/find-workflow.ts'
import { ofGroup } from '../queue/filters.ts'
import { doneWork } from './done-work.ts'
import { openWork } from './open-work.ts'

type Input = {
  workflow?: string | undefined
  group?: string | undefined
  days?: WorkloadPeriod | undefined
}

/** Who has which work, how old it is, and what was done, of the screens that the caller may do. */
export const getWorkload = defineOperation<Input, Workload>({
  name: 'getWorkload',
  permission: 'runs:control',
  reads: 'at the standby',
  async run({ actor, input: { workflow, group, days = '30' }, tx }) {
    const { organizationId } = actor
    const found = workflow ? await getWorkflowFor(tx, actor, workflow) : undefined
    const filters = {
      workflow: found && eq(workItems.workflowId, found.id),
      inGroup: group ? ofGroup(group) : sql`true`,
    }
    const { timeZone, today } = await dayIn(tx, organizationId, new Date())
    const time = await workingTimeIn(tx, organizationId, undefined, group ? [group] : [])
    const period = { timeZone, today, days: Number(days) }
    return {
      timeZone,
      today,
      ...(await openWork(tx, actor, { ...filters, time })),
      done: await doneWork(tx, actor, filters, period),
    }
  },
})
