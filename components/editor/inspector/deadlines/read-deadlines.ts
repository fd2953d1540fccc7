import type { Deadlines, Due, Escalation, Reminder } from '#lib/domain/deadlines/deadlines'
import { isExpression } from '#lib/domain/workflow/is-expression'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The settings as their form has them; what an expression computes is not drawn. */
export function readDeadlines(config: Json): Deadlines {
  const { due, calendar, reminders, escalations } = config
  return {
    ...(isObject(due) && !isExpression(due) ? { due: due as Due } : {}),
    ...(typeof calendar === 'string' ? { calendar } : {}),
    reminders: objectsOf(reminders) as Reminder[],
    escalations: objectsOf(escalations) as Escalation[],
  }
}

/** The settings of which the plan is known before a run: those without expressions and gaps. */
export function plainDeadlines(deadlines: Deadlines): Deadlines {
  const { due, reminders, escalations } = deadlines
  const isPlain = (entry: object) => !Object.values(entry).some(isExpression)
  const hasLength = (entry: Reminder | Escalation) =>
    entry.workingDays !== undefined || entry.workingHours !== undefined
  const known = due && isPlain(due) && Object.keys(due).length > 0 ? { due } : { due: undefined }
  return {
    ...deadlines,
    ...known,
    reminders: reminders.filter((entry) => isPlain(entry) && hasLength(entry)),
    escalations: escalations.filter((entry) => isPlain(entry) && hasLength(entry)),
  }
}
