import { z } from 'zod'
import { oneLine } from '../one-line.ts'
import { jsonObjectSchema } from '#lib/domain/workflow/definition'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { cronProblem, isTimeZone } from '../../domain/schedule/cron.ts'
import {
  backfillStatuses,
  daysOffPolicies,
  missedPolicies,
  occurrenceKinds,
  occurrenceStatuses,
  overlapPolicies,
} from '../../domain/schedule/schedule.ts'
import { runStatuses } from '../../domain/statuses.ts'
import { answers, contract } from '../contract.ts'

const tag = 'Schedules'
const instant = z.iso.datetime({ offset: true })
const scheduleParams = z.strictObject({ id: z.uuid('A schedule has a UUID as its id.') })
const workflowParams = z.strictObject({
  id: z.string().min(1).max(64).describe('The workflow, by id (UUID) or slug.'),
})
const backfillParams = scheduleParams.extend({
  backfillId: z.uuid('A backfill has a UUID as its id.'),
})

const cron = z
  .string()
  .trim()
  .max(200)
  .superRefine((text, context) => {
    const message = cronProblem(text)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .describe(
    'Five fields: minute, hour, day of the month, month, day of the week. ' +
      '`0 7 * * 1-5` is 7:00 from Monday to Friday.',
  )

const fields = {
  name: oneLine(z.string().trim().min(1, 'A schedule needs a name.').max(200)),
  cron,
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'This is no IANA time zone, such as America/New_York.'),
  startData: jsonObjectSchema.describe(
    'The start data of each run; validated by the workflow’s start form now and at each start.',
  ),
  missedPolicy: z
    .enum(missedPolicies)
    .describe(
      'Occurrences that were due while the service was down: `skip` leaves them out, ' +
        '`latest` starts the last one, `all` the last `missedLimit`.',
    ),
  missedLimit: z.int().min(1).max(100),
  overlapPolicy: z
    .enum(overlapPolicies)
    .describe(
      'When a run of this schedule is not finished at the next occurrence: ' +
        '`allow` both, `skip` the new one, or `queue` it.',
    ),
  daysOff: z
    .enum(daysOffPolicies)
    .describe(
      'An occurrence on a day on which nobody works, by `calendar`: it comes all the same ' +
        '(`run`), is left out (`skip`), or moves to the `next` working day or to the `previous` ' +
        'one, at the same time of day. What moves to a time that comes anyway comes once.',
    ),
  calendar: z
    .string()
    .min(1)
    .max(64)
    .nullable()
    .describe('The slug of the business calendar; null: the one that counts where none is named.'),
}

const nearOccurrenceSchema = z.object({
  plannedAt: instant,
  status: z.enum(occurrenceStatuses),
  reason: z.string().nullable(),
  runId: z.uuid().nullable().describe('Null, too, for callers who do not see the run.'),
  runStatus: z.enum(runStatuses).nullable(),
})

export const scheduleSchema = z.object({
  id: z.uuid(),
  workflow: z.object({ id: z.uuid(), slug: z.string(), name: z.string(), paused: z.boolean() }),
  name: z.string(),
  cron: z.string(),
  timeZone: z.string(),
  startData: jsonObjectSchema,
  missedPolicy: fields.missedPolicy,
  missedLimit: z.int(),
  overlapPolicy: fields.overlapPolicy,
  daysOff: fields.daysOff,
  calendar: fields.calendar,
  paused: z.boolean(),
  nextAt: instant.nullable(),
  next: z
    .array(instant)
    .describe(
      'The next ten occurrences, those of days off as `daysOff` says; none while it is paused.',
    ),
  problem: z.string().nullable().describe('Why the last start failed; null when it succeeded.'),
  last: nearOccurrenceSchema.nullable().describe('The outcome of the last occurrence.'),
  createdBy: z.string().nullable(),
  createdAt: instant,
  updatedBy: z.string().nullable(),
  updatedAt: instant,
})
export type ScheduleView = z.infer<typeof scheduleSchema>

export const occurrenceSchema = nearOccurrenceSchema.extend({
  id: z.uuid(),
  kind: z.enum(occurrenceKinds),
  createdAt: instant,
})
export type OccurrenceView = z.infer<typeof occurrenceSchema>

export const backfillSchema = z.object({
  id: z.uuid(),
  from: instant,
  to: instant,
  status: z.enum(backfillStatuses),
  total: z.int(),
  progress: z
    .object({
      planned: z.int().describe('Still to be started.'),
      running: z.int().describe('Started and not finished.'),
      completed: z.int(),
      failed: z.int().describe('Runs that failed, and occurrences that could not start.'),
      cancelled: z.int(),
      deleted: z
        .int()
        .describe('Ended runs that were deleted since, so that their status is unknown.'),
    })
    .nullable()
    .describe('Null for callers who do not see the runs of the workflow.'),
  createdBy: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type BackfillView = z.infer<typeof backfillSchema>

const exampleRequest = {
  name: 'Morning eligibility',
  cron: '0 7 * * 1-5',
  timeZone: 'America/New_York',
  startData: {},
  missedPolicy: 'latest',
  overlapPolicy: 'skip',
}
export const listSchedulesContract = contract({
  id: 'listSchedules',
  method: 'GET',
  path: '/api/v2/schedules',
  summary: 'List the schedules of all workflows, newest first',
  tag,
  query: z.strictObject(pageQuerySchema.shape),
  returns: { 200: { description: 'One page of schedules.', schema: pageOf(scheduleSchema) } },
})

export const listWorkflowSchedulesContract = contract({
  id: 'listWorkflowSchedules',
  method: 'GET',
  path: '/api/v2/workflows/{id}/schedules',
  summary: 'List the schedules of a workflow, newest first',
  tag,
  params: workflowParams,
  query: z.strictObject(pageQuerySchema.shape),
  returns: { 200: { description: 'One page of schedules.', schema: pageOf(scheduleSchema) } },
  errorStatuses: [404],
})

export const createScheduleContract = contract({
  id: 'createSchedule',
  method: 'POST',
  path: '/api/v2/workflows/{id}/schedules',
  summary: 'Schedule a workflow',
  description:
    'Times are local times of the time zone. In spring, a fixed time that does not exist fires ' +
    'at the first moment after the gap; in autumn, a fixed time that occurs twice fires once, ' +
    'the first time. Expressions with `*` or a step in minute or hour follow real time: ' +
    'nothing in the gap, and both of the two hours.',
  tag,
  params: workflowParams,
  body: z.strictObject({
    ...fields,
    startData: fields.startData.default({}),
    missedPolicy: fields.missedPolicy.default('latest'),
    missedLimit: fields.missedLimit.default(10),
    overlapPolicy: fields.overlapPolicy.default('skip'),
    daysOff: fields.daysOff.default('run'),
    calendar: fields.calendar.default(null),
    paused: z.boolean().default(false),
  }),
  returns: answers(201, 'The schedule.', scheduleSchema),
  errorStatuses: [404, 409, 413, 415],
  examples: { request: exampleRequest },
})

export const getScheduleContract = contract({
  id: 'getSchedule',
  method: 'GET',
  path: '/api/v2/schedules/{id}',
  summary: 'Read a schedule with its next ten occurrences',
  tag,
  params: scheduleParams,
  returns: answers(200, 'The schedule.', scheduleSchema),
  errorStatuses: [404],
})

export const updateScheduleContract = contract({
  id: 'updateSchedule',
  method: 'PATCH',
  path: '/api/v2/schedules/{id}',
  summary: 'Change a schedule; absent fields keep their values',
  description:
    'A new time counts from now on: missed occurrences of the old one are not started later.',
  tag,
  params: scheduleParams,
  body: z
    .strictObject({
      name: fields.name.optional(),
      cron: fields.cron.optional(),
      timeZone: fields.timeZone.optional(),
      startData: fields.startData.optional(),
      missedPolicy: fields.missedPolicy.optional(),
      missedLimit: fields.missedLimit.optional(),
      overlapPolicy: fields.overlapPolicy.optional(),
      daysOff: fields.daysOff.optional(),
      calendar: fields.calendar.optional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'Name at least one field to change.'),
  returns: answers(200, 'The changed schedule.', scheduleSchema),
  errorStatuses: [404, 409, 413, 415],
  examples: { request: { cron: '30 6 * * *' } },
})

export const deleteScheduleContract = contract({
  id: 'deleteSchedule',
  method: 'DELETE',
  path: '/api/v2/schedules/{id}',
  summary: 'Delete a schedule with its history, but not its runs',
  tag,
  params: scheduleParams,
  returns: { 204: { description: 'Deleted.' } },
  errorStatuses: [404],
})

export const runScheduleNowContract = contract({
  id: 'runScheduleNow',
  method: 'POST',
  path: '/api/v2/schedules/{id}/run-now',
  summary: 'Start a run of a schedule now',
  description:
    'With the schedule’s start data, under any overlap policy and also while it is paused. ' +
    'Its next occurrence stays as it is.',
  tag,
  params: scheduleParams,
  returns: { 201: { description: 'The run.', schema: z.object({ runId: z.uuid() }) } },
  errorStatuses: [404, 409],
  examples: { response: { runId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001' } },
})

export const pauseScheduleContract = contract({
  id: 'pauseSchedule',
  method: 'POST',
  path: '/api/v2/schedules/{id}/pause',
  summary: 'Pause a schedule',
  description: 'No occurrence is due while it is paused, so none is started later.',
  tag,
  params: scheduleParams,
  returns: answers(200, 'The paused schedule (also when it already was).', scheduleSchema),
  errorStatuses: [404],
})

export const resumeScheduleContract = contract({
  id: 'resumeSchedule',
  method: 'POST',
  path: '/api/v2/schedules/{id}/resume',
  summary: 'Resume a paused schedule with its next occurrence',
  tag,
  params: scheduleParams,
  returns: answers(200, 'The schedule.', scheduleSchema),
  errorStatuses: [404],
})

export const listOccurrencesContract = contract({
  id: 'listScheduleOccurrences',
  method: 'GET',
  path: '/api/v2/schedules/{id}/occurrences',
  summary: 'List the occurrences of a schedule and their outcomes, latest first',
  tag,
  params: scheduleParams,
  query: z.strictObject(pageQuerySchema.shape),
  returns: { 200: { description: 'One page of occurrences.', schema: pageOf(occurrenceSchema) } },
  errorStatuses: [404],
})

export const listBackfillsContract = contract({
  id: 'listBackfills',
  method: 'GET',
  path: '/api/v2/schedules/{id}/backfills',
  summary: 'List the backfills of a schedule, newest first, with their progress',
  tag,
  params: scheduleParams,
  query: z.strictObject(pageQuerySchema.shape),
  returns: { 200: { description: 'One page of backfills.', schema: pageOf(backfillSchema) } },
  errorStatuses: [404],
})

export const createBackfillContract = contract({
  id: 'createBackfill',
  method: 'POST',
  path: '/api/v2/schedules/{id}/backfills',
  summary: 'Start the occurrences of a past period (backfill)',
  description:
    'Plans each instant of the period that has no run yet, at most 10,000, and starts them ' +
    'oldest first, a few at a time and after all other work. In expressions `run.plannedAt` is ' +
    'the planned instant.',
  tag,
  params: scheduleParams,
  body: z.strictObject({ from: instant, to: instant }),
  returns: { 201: { description: 'The backfill.', schema: backfillSchema } },
  errorStatuses: [404, 409],
  examples: { request: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' } },
})

export const cancelBackfillContract = contract({
  id: 'cancelBackfill',
  method: 'POST',
  path: '/api/v2/schedules/{id}/backfills/{backfillId}/cancel',
  summary: 'Stop a backfill: it starts no more runs; its started runs go on',
  tag,
  params: backfillParams,
  returns: { 200: { description: 'The backfill.', schema: backfillSchema } },
  errorStatuses: [404, 409],
})
