import type { Resolver } from 'react-hook-form'
import { pageZone } from '#components/shared/display/times'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { cronProblem, isTimeZone } from '#lib/domain/schedule/cron'
import type { DaysOffPolicy, MissedPolicy, OverlapPolicy } from '#lib/domain/schedule/schedule'

/** The values of the form of a schedule. */
export type ScheduleDraft = {
  workflowId: string
  name: string
  cron: string
  timeZone: string
  startData: Record<string, unknown>
  missedPolicy: MissedPolicy
  missedLimit: number
  overlapPolicy: OverlapPolicy
  daysOff: DaysOffPolicy
  /** The slug of a calendar; empty: the one that counts. */
  calendar: string
}

/** The values that the form starts with. */
export function draftOf(existing: ScheduleView | null, workflowId: string): ScheduleDraft {
  if (existing) {
    const { workflow, name, cron, timeZone, startData, missedPolicy, missedLimit } = existing
    const { overlapPolicy, daysOff, calendar } = existing
    return {
      workflowId: workflow.id,
      name,
      cron,
      timeZone,
      startData,
      missedPolicy,
      missedLimit,
      overlapPolicy,
      daysOff,
      calendar: calendar ?? '',
    }
  }
  return {
    workflowId,
    name: '',
    cron: '0 7 * * 1-5',
    timeZone: pageZone(),
    startData: {},
    missedPolicy: 'latest',
    missedLimit: 10,
    overlapPolicy: 'skip',
    daysOff: 'run',
    calendar: '',
  }
}

/** Checks a draft for react-hook-form. The start data is checked by its own form and the server. */
export const draftResolver: Resolver<ScheduleDraft> = (draft) => {
  const problems = Object.entries(problemsOf(draft))
  if (problems.length === 0) return { values: draft, errors: {} }
  const errors = problems.map(([field, message]) => [field, { type: 'invalid', message }])
  return { values: {}, errors: Object.fromEntries(errors) }
}

/** The errors of the draft, by field. */
function problemsOf(draft: ScheduleDraft): Partial<Record<keyof ScheduleDraft, string>> {
  const problems: Partial<Record<keyof ScheduleDraft, string>> = {}
  const cron = cronProblem(draft.cron)
  if (draft.workflowId === '') problems.workflowId = 'Choose the workflow that runs.'
  if (draft.name.trim() === '') problems.name = 'A schedule needs a name.'
  if (cron) problems.cron = cron
  if (!isTimeZone(draft.timeZone))
    problems.timeZone = 'Choose a time zone from the list, such as America/New_York.'
  if (!Number.isInteger(draft.missedLimit) || draft.missedLimit < 1 || draft.missedLimit > 100)
    problems.missedLimit = 'A number from 1 to 100.'
  return problems
}
