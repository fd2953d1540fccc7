import { deadlineNames } from '../deadlines/deadlines.ts'
import type { Step } from '../workflow/definition.ts'
import { isExpression } from '../workflow/is-expression.ts'
import type { Problem } from '../workflow/problem.ts'
import { problemAt, type Check, type Subject } from './subject.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExpression(value)
const entriesOf = (list: unknown): [Json, number][] =>
  (Array.isArray(list) ? list : []).flatMap((entry, index): [Json, number][] =>
    isObject(entry) ? [[entry, index]] : [],
  )
const given = (entry: Json, names: string[]) => names.filter((name) => entry[name] !== undefined)

/** What is wrong with a length, at the field that it is about. */
function lengthFault(entry: Json, names: string[]): { at: string; message: string } | undefined {
  const lengths = given(entry, names)
  const [first = 'workingDays'] = names
  if (lengths.length === 0) return { at: first, message: 'Say how long: days or hours.' }
  if (lengths.length > 1)
    return { at: first, message: 'Give one length: working days or working hours, not both.' }
  if (entry['at'] !== undefined && entry['workingDays'] === undefined)
    return { at: 'at', message: 'A time belongs to working days: 1 is the next working day.' }
  return undefined
}

/** Whether a reminder would come before the screen opens, as far as that is known. */
function isBeforeOpening(reminder: Json, due: Json): boolean {
  if (reminder['when'] !== 'before-due') return false
  return (['workingDays', 'workingHours'] as const).some((unit) => {
    const before = reminder[unit]
    const whole = due[unit]
    if (typeof before !== 'number' || typeof whole !== 'number') return false
    const sameTime = reminder['at'] === undefined && due['at'] === undefined
    return before > whole || (before === whole && sameTime)
  })
}

function dueProblems(step: Step, due: Json): Problem[] {
  const fault = lengthFault(due, ['workingDays', 'workingHours', 'until'])
  return fault ? [problemAt(step, `config.due.${fault.at}`, 'invalid_deadline', fault.message)] : []
}

type Found = { at: string; message: string }

function whenFaults(entry: Json, due: unknown): Found[] {
  const fault = lengthFault(entry, ['workingDays', 'workingHours'])
  const counts = String(entry['when'])
  if (counts.endsWith('-due') && due === undefined)
    return [{ at: 'when', message: 'This counts from the due date: say when the screen is due.' }]
  return fault ? [fault] : []
}

function reminderFaults(reminder: Json, due: unknown): Found[] {
  const faults = whenFaults(reminder, due)
  if (isObject(due) && isBeforeOpening(reminder, due))
    faults.push({ at: 'when', message: 'This reminder would come before the screen opens.' })
  const { to, people } = reminder
  if (to === 'people' && !(isExpression(people) || (Array.isArray(people) && people.length > 0)))
    faults.push({ at: 'people', message: 'Say whom to remind.' })
  return faults
}

const needed: Record<string, [field: string, message: string]> = {
  assign: ['person', 'Say who gets it.'],
  priority: ['priority', 'Say which priority it gets.'],
  start: ['workflow', 'Choose the workflow that is started.'],
}

function escalationFaults(escalation: Json, due: unknown): Found[] {
  const faults = whenFaults(escalation, due)
  const [field, message = ''] = needed[String(escalation['do'])] ?? []
  const value = field === undefined ? true : escalation[field]
  if (field !== undefined && (value === undefined || value === ''))
    faults.push({ at: field, message })
  return faults
}

/** A name that an author wrote, and not one that a run computes. */
const written = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** People, groups, calendars and workflows that deadlines name are there. */
function namedProblems(step: Step, subject: Subject): Problem[] {
  const { people, groups, calendars } = subject
  const { calendar, reminders, escalations } = step.config
  const missing: Found[] = []
  const person = (value: unknown, at: string) => {
    if (people && written(value) && !people.includes(value.toLowerCase()))
      missing.push({ at, message: `“${value}” is no member of this organization.` })
  }
  if (calendars && written(calendar) && !calendars.includes(calendar))
    missing.push({ at: 'calendar', message: `There is no calendar "${calendar}". Choose another.` })
  const ofGroups = Array.isArray(step.config['groups']) ? step.config['groups'] : []
  for (const [index, group] of ofGroups.entries())
    if (groups && written(group) && !groups.includes(group.toLowerCase()))
      missing.push({ at: `groups.${index}`, message: `There is no directory group "${group}".` })
  const assignees = Array.isArray(step.config['assignees']) ? step.config['assignees'] : []
  for (const [index, one] of assignees.entries()) person(one, `assignees.${index}`)
  for (const [{ people: named }, index] of entriesOf(reminders))
    for (const [at, value] of (Array.isArray(named) ? named : []).entries())
      person(value, `reminders.${index}.people.${at}`)
  for (const [entry, index] of entriesOf(escalations))
    if (entry['do'] === 'assign') person(entry['person'], `escalations.${index}.person`)
  return missing.map(({ at, message }) =>
    problemAt(step, `config.${at}`, 'unknown_in_deadline', message),
  )
}

/** Workflows that escalations start are published, and the author may start them. */
function workflowProblems(step: Step, { workflows }: Subject): Problem[] {
  return entriesOf(step.config['escalations']).flatMap(([{ workflow, do: act }, index]) => {
    if (!workflows || act !== 'start' || !written(workflow)) return []
    const found = workflows.find(({ slug }) => slug === workflow)
    if (found?.published && !found.closed) return []
    let message = `There is no workflow "${workflow}". Choose another.`
    if (found?.closed) message = `The access rules do not let you start "${found.name}".`
    else if (found) message = `The workflow "${found.name}" is not published yet. Publish it first.`
    return [problemAt(step, `config.escalations.${index}.workflow`, 'unknown_workflow', message)]
  })
}

/** Due dates, reminders and escalations of screens say all that is needed, and name what is there. */
export const checkDeadlines: Check = (subject) =>
  subject.definition.steps.flatMap((step) => {
    if (!subject.typeOf(step)?.screen) return []
    if (deadlineNames.every((name) => step.config[name] === undefined)) return []
    const { due, reminders, escalations } = step.config
    const faulty = (list: string, index: number, faults: Found[]) =>
      faults.map(({ at, message }) =>
        problemAt(step, `config.${list}.${index}.${at}`, 'invalid_deadline', message),
      )
    return [
      ...(isObject(due) ? dueProblems(step, due) : []),
      ...entriesOf(reminders).flatMap(([entry, index]) =>
        faulty('reminders', index, reminderFaults(entry, due)),
      ),
      ...entriesOf(escalations).flatMap(([entry, index]) =>
        faulty('escalations', index, escalationFaults(entry, due)),
      ),
      ...namedProblems(step, subject),
      ...workflowProblems(step, subject),
    ]
  })
