import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const filter = z.string().max(100).optional()

export const auditEntrySchema = z.object({
  id: z.uuid(),
  at: instant,
  actor: z.object({
    kind: z.enum(['user', 'api-key', 'engine', 'public', 'directory']),
    id: z.string(),
    name: z.string(),
  }),
  /** What was done, like `api-key.created`. */
  action: z.string(),
  object: z.object({ kind: z.string(), id: z.string() }),
  /** Names and numbers; never patient data. */
  details: z.record(z.string(), z.unknown()),
  requestId: z.string().nullable(),
})
export type AuditEntryView = z.infer<typeof auditEntrySchema>

export const listAuditContract = contract({
  id: 'listAudit',
  method: 'GET',
  path: '/api/v2/audit',
  summary: 'List audit entries, newest first',
  tag: 'Audit',
  query: pageQuerySchema
    .extend({
      action: filter,
      /** Part of the actor's name. */
      actor: filter,
      objectKind: filter,
      objectId: filter,
      from: instant.optional(),
      until: instant.optional(),
    })
    .strict(),
  returns: { 200: { description: 'A page of entries.', schema: pageOf(auditEntrySchema) } },
})
