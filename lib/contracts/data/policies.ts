import { z } from 'zod'
import { oneLine } from '../one-line.ts'
import { slugSchema } from '#lib/domain/workflow/definition'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract, shapesProvider } from '../contract.ts'
import { deletionQuery, usedByFields, usedRefusal } from '../used-by.ts'

const instant = z.iso.datetime({ offset: true })
const title = oneLine(z.string().trim().min(1, 'A policy needs a title.').max(200))
const text = z
  .string()
  .max(2_000_000)
  .refine((value) => value.trim() !== '', { error: 'A policy needs a text.' })

export const policySummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Characters. */
  length: z.int(),
  /** The uploaded document; null when the text was typed. */
  fileId: z.uuid().nullable(),
  fileName: z.string().nullable(),
  updatedAt: instant,
  createdAt: instant,
})
export type PolicySummary = z.infer<typeof policySummarySchema>

export const policySchema = policySummarySchema.extend({ text: z.string() })
export type PolicyView = z.infer<typeof policySchema>

const policyDetailSchema = policySchema.extend(usedByFields)
export type PolicyDetail = z.infer<typeof policyDetailSchema>

const policyParams = z.strictObject({ policyId: slugSchema })

/** A policy as text. */
export const newPolicySchema = z.strictObject({ id: slugSchema, title, text })

export const listPoliciesContract = contract({
  id: 'listPolicies',
  method: 'GET',
  path: '/api/v2/policies',
  summary: 'List policies, by id',
  tag: 'Policies',
  query: pageQuerySchema.strict(),
  returns: {
    200: {
      description: 'One page of policies, without their text.',
      schema: pageOf(policySummarySchema),
    },
  },
})

export const createPolicyContract = contract({
  id: 'createPolicy',
  method: 'POST',
  path: '/api/v2/policies',
  summary: 'Add a policy as text',
  tag: 'Policies',
  body: newPolicySchema,
  returns: { 201: { description: 'The policy.', schema: policySchema } },
  errorStatuses: [409, 413, 415],
})

export const uploadPolicyContract = contract({
  id: 'uploadPolicy',
  method: 'PUT',
  path: '/api/v2/policies/{policyId}/document',
  summary:
    'Add or replace a policy by its document (multipart/form-data: `file`, optional `title`)',
  description:
    'PDF, DOCX, HTML, Markdown or plain text, at most 50 MB; the text is extracted at once. ' +
    'Without a title an existing policy keeps its title, and a new one is named after the file. ' +
    'A PDF that is encrypted or has no text (a scan) is a 400 that says so.',
  tag: 'Policies',
  params: policyParams,
  binary: 'multipart',
  returns: { 200: { description: 'The policy with its text.', schema: policySchema } },
  errorStatuses: [413, 415],
})

export const getPolicyContract = contract({
  id: 'getPolicy',
  method: 'GET',
  path: '/api/v2/policies/{policyId}',
  summary: 'Read a policy, and which workflows use it',
  tag: 'Policies',
  params: policyParams,
  returns: { 200: { description: 'The policy.', schema: policyDetailSchema } },
  errorStatuses: [404],
})

export const updatePolicyContract = contract({
  id: 'updatePolicy',
  method: 'PATCH',
  path: '/api/v2/policies/{policyId}',
  summary: 'Change a policy’s title or text',
  tag: 'Policies',
  params: policyParams,
  body: z.strictObject({ title: title.optional(), text: text.optional() }),
  returns: { 200: { description: 'The policy.', schema: policySchema } },
  errorStatuses: [404, 413, 415],
})

export const deletePolicyContract = contract({
  id: 'deletePolicy',
  method: 'DELETE',
  path: '/api/v2/policies/{policyId}',
  summary: 'Delete a policy, for good',
  description: usedRefusal,
  query: deletionQuery,
  tag: 'Policies',
  params: policyParams,
  returns: {
    204: { description: 'Deleted. Workflows and systems that name it get not_found from now on.' },
  },
  errorStatuses: [404, 409],
})

export const getPolicyTextContract = contract({
  id: 'getPolicyText',
  method: 'GET',
  path: '/api/v2/policies/{policyId}/text',
  summary: 'Read the raw text of a policy document',
  tag: 'Policies',
  params: z.strictObject({ policyId: z.string().min(1).max(200) }),
  returns: { 200: { description: 'The text.', schema: z.object({ text: z.string() }) } },
  errors: shapesProvider,
  errorStatuses: [404],
  examples: {
    params: { policyId: 'prior-auth-imaging' },
    response: { text: '# Prior authorization of advanced imaging …' },
  },
})
