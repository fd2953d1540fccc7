import { z } from 'zod'
import { defineStep, done, suspend } from '../../define-step.ts'

const yearSeconds = 366 * 24 * 60 * 60

export default defineStep({
  type: 'wait',
  version: 1,
  title: 'Wait',
  description:
    'Lets time pass: a number of seconds, or until an instant. Costs nothing while it waits.',
  category: 'Flow',
  icon: 'clock',
  effect: 'pure',
  config: z
    .strictObject({
      seconds: z
        .number()
        .min(0)
        .max(yearSeconds, 'A wait lasts at most 366 days.')
        .optional()
        .meta({ title: 'Seconds', description: 'How long to wait from now.' }),
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
    })
    .refine(({ seconds, until }) => (seconds === undefined) !== (until === undefined), {
      error: 'Give either seconds or until, one of the two.',
      path: ['seconds'],
    }),
  output: z.object({
    until: z.iso
      .datetime()
      .meta({ title: 'Until', description: 'The instant that was waited for.' }),
  }),
  examples: [
    { title: 'A day', config: { seconds: 86_400 } },
    { title: 'Until the appointment', config: { until: { $: 'start.appointmentAt' } } },
  ],
  async execute({ config }) {
    const until = config.until
      ? new Date(config.until)
      : new Date(Date.now() + (config.seconds ?? 0) * 1000)
    if (until.getTime() <= Date.now()) return done({ until: until.toISOString() })
    return suspend({ reason: 'until', until, state: { waitUntil: until.toISOString() } })
  },
  async resume({ state }) {
    return done({ until: String(state['waitUntil']) })
  },
})
