import { z } from 'zod'
import { answers, contract } from '../contract.ts'
import { usedByFields } from '../used-by.ts'

const instant = z.iso.datetime({ offset: true })

export const workflowStartsSchema = z.object({
  schedules: z
    .array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        timeZone: z.string(),
        paused: z.boolean(),
        nextAt: instant.nullable().describe('Null while it is paused, and when no further one is.'),
        problem: z.string().nullable().describe('Why the last start failed.'),
      }),
    )
    .describe('The next one first; at most 50. Empty for callers who may not read schedules.'),
  mail: z
    .object({
      enabled: z.boolean(),
      receiving: z.boolean().describe('Whether this installation receives mails at all.'),
    })
    .nullable()
    .describe('The mail address that starts it, without the address; null: it has none.'),
  webhook: z
    .object({ name: z.string(), enabled: z.boolean() })
    .nullable()
    .describe('The webhook that starts it, without its address; null: it has none.'),
  faxLines: z
    .array(
      z.object({
        connection: z.string(),
        number: z.string().describe('Empty: every number without a line of its own.'),
        enabled: z.boolean(),
      }),
    )
    .describe('Empty for callers who may not read schedules.'),
  ...usedByFields,
})
export type WorkflowStarts = z.infer<typeof workflowStartsSchema>

export const getWorkflowStartsContract = contract({
  id: 'getWorkflowStarts',
  method: 'GET',
  path: '/api/v2/workflows/{id}/starts',
  summary: 'Read what starts a workflow',
  description:
    'Its schedules, mail address, webhook, fax lines and the workflows that run it as a step. The form is ' +
    'described by the workflow itself. People and systems can start every published workflow.',
  tag: 'Workflows',
  params: z.strictObject({
    id: z.string().min(1).max(64).describe('The workflow, by id (UUID) or slug.'),
  }),
  returns: answers(200, 'What starts it.', workflowStartsSchema),
  errorStatuses: [404],
})
