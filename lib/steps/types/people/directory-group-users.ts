import { z } from 'zod'
import { directoryGroupSchema } from '#lib/domain/provider/directory-group'
import { defineStep, done, PermanentStepError } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'directory-group-users',
  version: 1,
  title: 'Directory group users',
  description: 'Reads who is in a group of your single sign-on.',
  category: 'People',
  icon: 'users',
  says: ['{groupId} of {connection:connection}', '{connection:connection}'],
  effect: 'read',
  connection: 'directory',
  config: z.strictObject({
    connection: z
      .string()
      .min(1, 'Choose a connection.')
      .max(64)
      .meta({ title: 'Connection', description: 'The directory to ask.' }),
    groupId: z.string().trim().min(1, 'Name the group.').max(200).meta({
      title: 'Group',
      description: 'The group’s id in the directory, for example intake-team.',
    }),
  }),
  output: z.object({
    group: directoryGroupSchema.meta({ title: 'Group', description: 'The group with its users.' }),
    emails: z
      .array(z.string())
      .meta({ title: 'E-mail addresses', description: 'Of everyone in it who has one.' }),
    count: z.int().meta({ title: 'Count', description: 'How many people are in it.' }),
  }),
  uiSchema: { connection: { 'ui:widget': 'connection' } },
  retry: { maxAttempts: 4, delaySeconds: 2, factor: 3, maxDelaySeconds: 120 },
  examples: [
    { title: 'The intake team', config: { connection: 'sandbox', groupId: 'intake-team' } },
  ],
  async execute({ config: { groupId }, connection, signal }) {
    const group = await fromProvider(connection.groupWithUsers(groupId, signal))
    if (!group)
      throw new PermanentStepError(
        'not_found',
        `The directory has no group "${groupId}". Check its id.`,
      )
    return done({
      group,
      emails: group.users.map(({ email }) => email).filter(Boolean),
      count: group.users.length,
    })
  },
})
