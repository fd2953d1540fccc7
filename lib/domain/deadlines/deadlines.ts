import { z } from 'zod'
import { jsonObjectSchema } from '../workflow/definition.ts'

const workingDays = z
  .int()
  .min(0)
  .max(250, 'At most 250 working days.')
  .optional()
  .meta({ title: 'Working days', description: 'Days off and holidays do not count.' })
const workingHours = z
  .number()
  .min(0)
  .max(2000, 'At most 2000 working hours.')
  .optional()
  .meta({ title: 'Working hours', description: 'Only the hours in which people work count.' })
const at = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time as 08:30.')
  .optional()
  .meta({
    title: 'At',
    description: 'The time of that working day; 1 and 08:00 is the next working day at 08:00.',
    examples: ['08:00'],
  })

/** A length of working time: days, with a time of that day if one is given, or hours. */
export type WorkingLength = {
  workingDays?: number | undefined
  workingHours?: number | undefined
  at?: string | undefined
}

export const dueSchema = z
  .strictObject({
    workingDays,
    at,
    workingHours,
    until: z.iso
      .datetime({
        offset: true,
        error: 'Write the instant as ISO 8601 with a zone, for example 2026-03-07T09:00:00Z.',
      })
      .optional()
      .meta({
        title: 'Until',
        description: 'The instant: nearly always a value of the run, such as an appointment.',
      }),
  })
  .meta({
    title: 'Due',
    description: 'By when the screen is to be completed, counted in working time from its opening.',
  })
export type Due = z.infer<typeof dueSchema>

/** The instant that a reminder or an escalation counts from. */
export const countsFrom = ['before-due', 'after-due', 'after-opening', 'unassigned'] as const

const person = z.string().trim().min(1).max(254)

const reminderSchema = z.strictObject({
  when: z.enum(['before-due', 'after-due', 'after-opening']).meta({
    title: 'When',
    description: 'Before or after the screen is due, or after it opened.',
  }),
  workingDays,
  at,
  workingHours,
  to: z
    .enum(['assignee', 'group', 'people'])
    .default('assignee')
    .meta({
      title: 'To',
      description:
        'Whoever has it (while nobody has it, whoever may do it), the people and groups of the ' +
        'screen, or these people.',
    }),
  people: z
    .array(person)
    .max(50)
    .optional()
    .meta({ title: 'People', description: 'Ids or e-mail addresses of members.' }),
})
export type Reminder = z.infer<typeof reminderSchema>

const escalationSchema = z.strictObject({
  when: z.enum(['after-due', 'after-opening', 'unassigned']).meta({
    title: 'When',
    description:
      'After the screen is due, after it opened without being done, or after it opened while ' +
      'nobody has it.',
  }),
  workingDays,
  at,
  workingHours,
  do: z.enum(['assign', 'return', 'priority', 'start']).meta({
    title: 'Then',
    description:
      'Give it to a person, give it back to the group, raise its priority, or start a workflow.',
  }),
  person: person.optional().meta({
    title: 'Person',
    description: 'Who gets it: the id or e-mail address of a member.',
  }),
  priority: z
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .optional()
    .meta({ title: 'Priority', description: 'A higher number stands further up in the inbox.' }),
  workflow: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ title: 'Workflow', description: 'The published workflow that is started.' }),
  startData: jsonObjectSchema
    .optional()
    .meta({ title: 'Start data', description: 'What that workflow starts with.' }),
})
export type Escalation = z.infer<typeof escalationSchema>

/** The fields of a screen step that say by when it is to be done, and what happens else. */
export const deadlineFields = {
  due: dueSchema.optional(),
  calendar: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({
      title: 'Calendar',
      description:
        'Says when people work. Empty: the calendar of the first group that has one, else the ' +
        'default calendar.',
    }),
  reminders: z.array(reminderSchema).max(10).default([]).meta({
    title: 'Reminders',
    description: 'Tell people of the screen while it is open.',
  }),
  escalations: z.array(escalationSchema).max(10).default([]).meta({
    title: 'Escalations',
    description: 'What happens by itself when the screen is not done.',
  }),
}

export type Deadlines = {
  due?: Due | undefined
  calendar?: string | undefined
  reminders: Reminder[]
  escalations: Escalation[]
}

/** The names of the fields, for forms that draw them apart from the others. */
export const deadlineNames = Object.keys(deadlineFields) as (keyof typeof deadlineFields)[]
