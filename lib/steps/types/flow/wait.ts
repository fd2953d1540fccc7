import { z } from 'zod'
import { NoWorkingTimeError } from '#lib/domain/calendar/working-time'
import { lengthAfter } from '#lib/domain/deadlines/plan'
import { defineStep, done, PermanentStepError, suspend } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

const yearSeconds = 366 * 24 * 60 * 60
const lengths = ['seconds', 'until', 'workingDays', 'workingHours'] as const

export default defineStep({
  type: 'wait',
  version: 1,
  title: 'Wait',
  description:
    'Lets time pass: minutes to days, working days or hours, or until an instant. Costs nothing ' +
    'while it waits.',
  category: 'Flow',
  icon: 'clock',
  says: [
    '{seconds:length}',
    'Until {until:time}',
    '{workingDays:count working day} at {at}',
    '{workingDays:count working day}',
    '{workingHours:count working hour}',
  ],
  effect: 'pure',
  config: z
    .strictObject({
      seconds: z
        .number()
        .min(0)
        .max(yearSeconds, 'A wait lasts at most 366 days.')
        .optional()
        .meta({ title: 'Time', description: 'How long to wait from now.' }),
      until: z.iso
        .datetime({
          offset: true,
          error: 'Write the instant as ISO 8601 with a zone, for example 2026-03-07T09:00:00Z.',
        })
        .optional()
        .meta({
          title: 'Until',
          description:
            'The instant to wait for, ISO 8601 with a zone; one that has passed ends the wait at once.',
        }),
      workingDays: z
        .int()
        .min(0)
        .max(250, 'A wait lasts at most 250 working days.')
        .optional()
        .meta({
          title: 'Working days',
          description: 'Two from Friday 15:00 end on Tuesday 15:00; holidays do not count.',
        }),
      at: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time as 08:30.')
        .optional()
        .meta({
          title: 'At',
          description:
            'The time of that working day; 1 and 08:00 is the next working day at 08:00.',
          examples: ['08:00'],
        }),
      workingHours: z
        .number()
        .min(0)
        .max(2000, 'A wait lasts at most 2000 working hours.')
        .optional()
        .meta({
          title: 'Working hours',
          description: 'Only the hours in which people work count.',
        }),
      calendar: z.string().min(1).max(64).optional().meta({
        title: 'Calendar',
        description: 'Says when people work. Empty: the default calendar of the organization.',
      }),
    })
    .refine((config) => lengths.filter((name) => config[name] !== undefined).length === 1, {
      error: 'Say how long it waits: a time, working days, working hours, or until an instant.',
      path: ['seconds'],
    })
    .refine(({ at, workingDays }) => at === undefined || workingDays !== undefined, {
      error: 'A time belongs to working days: 1 is the next working day.',
      path: ['at'],
    }),
  output: z.object({
    until: z.iso
      .datetime()
      .meta({ title: 'Until', description: 'The instant that was waited for.' }),
  }),
  uiSchema: {
    seconds: { 'ui:widget': 'seconds' },
    'ui:order': ['seconds', 'until', 'workingDays', 'at', 'workingHours', 'calendar'],
    calendar: { 'ui:widget': 'calendar' },
  },
  examples: [
    { title: 'A day', config: { seconds: 86_400 } },
    { title: 'Until the appointment', config: { until: { $: 'start.appointmentAt' } } },
    { title: 'Two working days', config: { workingDays: 2 } },
    { title: 'The next working day at 08:00', config: { workingDays: 1, at: '08:00' } },
  ],
  async execute({ config, run, services, signal }) {
    const now = new Date()
    const { until: instant, seconds, calendar, ...working } = config
    let until: Date
    if (instant !== undefined) until = new Date(instant)
    else if (seconds !== undefined) until = new Date(now.getTime() + seconds * 1000)
    else {
      signal.throwIfAborted()
      const time = await fromProvider(services.workingTime(run.organizationId, calendar))
      try {
        until = lengthAfter(time, now, working)
      } catch (error) {
        if (error instanceof NoWorkingTimeError)
          throw new PermanentStepError('no_working_time', error.message)
        throw error
      }
    }
    if (until.getTime() <= Date.now()) return done({ until: until.toISOString() })
    return suspend({ reason: 'until', until, state: { waitUntil: until.toISOString() } })
  },
  async resume({ state }) {
    return done({ until: String(state['waitUntil']) })
  },
})
