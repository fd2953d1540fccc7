import { z } from 'zod'
import { approvalStatuses } from '#lib/domain/approval/approval'
import { proofSchema } from '#lib/domain/back-test/publish-needs'
import { definitionSchema } from '#lib/domain/workflow/definition'
import { contract } from '../contract.ts'
import { backTestGroupSchema } from './back-tests.ts'

const instant = z.iso.datetime({ offset: true })
const workflowParams = z.strictObject({ id: z.string().min(1).max(64) })
const requestParams = workflowParams.extend({
  requestId: z.uuid('A request has a UUID as its id.'),
})
const base = '/api/v2/workflows/{id}/approval-requests'
const tag = 'Approvals'
const note = z.string().max(2000)

const summarySchema = z.object({
  id: z.uuid(),
  status: z.enum(approvalStatuses).meta({
    description:
      'open: it waits; approved: the draft may be published; sent-back: with a note; void: what the ' +
      'draft does was changed; withdrawn; published. Only one that is open or approved stands.',
  }),
  revision: z.int().meta({ description: 'The revision of the draft that it is about.' }),
  contentHash: z.string().meta({
    description:
      'SHA-256 of the content that it is about, without the places of steps, groups and notes.',
  }),
  baseVersion: z.int().nullable().meta({ description: 'The version that it would replace.' }),
  note: z.string(),
  accept: z.array(z.string()).meta({
    description: 'The differences of the back-test that are accepted with it, by name.',
  }),
  proof: proofSchema,
  askedBy: z.string(),
  askedAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decisionNote: z.string(),
  endedBy: z.string().nullable().meta({
    description: 'Who changed the draft, withdrew the request, or published.',
  }),
  endedAt: instant.nullable(),
})
export type ApprovalRequestSummary = z.infer<typeof summarySchema>

const requestSchema = summarySchema.extend({
  definition: definitionSchema.meta({ description: 'What is to be published.' }),
  before: definitionSchema.nullable().meta({ description: 'The version that it would replace.' }),
  differences: z
    .array(backTestGroupSchema)
    .meta({ description: 'What its back-test found: names, and no values of runs.' }),
})
export type ApprovalRequest = z.infer<typeof requestSchema>

const stateSchema = z.object({
  needed: z.boolean().meta({ description: 'Publishing needs the approval of another person.' }),
  from: z
    .object({
      kind: z.enum(['workflow', 'folder', 'organization']),
      id: z.string(),
      name: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'Where the access rule stands that asks for it.' }),
  approvers: z.array(z.string()).meta({
    description:
      'Whom that rule names, in words, without those whose role may not approve; owners may as well.',
  }),
  mayNotApprove: z
    .string()
    .nullable()
    .meta({ description: 'Why the caller may not approve this draft; null: they may.' }),
  mayPublishWithout: z
    .boolean()
    .meta({ description: 'The caller may publish without an approval, with a reason.' }),
  request: summarySchema.nullable().meta({ description: 'The newest one.' }),
})
export type ApprovalState = z.infer<typeof stateSchema>

const one = { 200: { description: 'The request.', schema: summarySchema } }

export const getApprovalContract = contract({
  id: 'getApproval',
  method: 'GET',
  path: '/api/v2/workflows/{id}/approval',
  summary: 'Read whether publishing needs an approval, and whose',
  description:
    'It does where an access rule for `approve` is in force: at the workflow, a folder around it or ' +
    'the organization.',
  tag,
  params: workflowParams,
  returns: { 200: { description: 'What it needs.', schema: stateSchema } },
  errorStatuses: [404],
})

export const requestApprovalContract = contract({
  id: 'requestApproval',
  method: 'POST',
  path: base,
  summary: 'Ask for the approval of a draft',
  description:
    'Of exactly the named revision (409 when it is no longer the current one), and only of what ' +
    'could be published: tests and back-test are asked for as publishing does. Those who may ' +
    'approve are told. Any change of what the draft does makes the request void.',
  tag,
  params: workflowParams,
  body: z.strictObject({
    revision: z.int().min(1),
    note: note.default(''),
    accept: z
      .array(z.string().max(3000))
      .max(1000)
      .default([])
      .describe('Differences of the back-test that are accepted, by their `name`.'),
  }),
  returns: { 201: { description: 'The request.', schema: summarySchema } },
  errorStatuses: [404, 409, 422],
  examples: { request: { revision: 7, note: 'Asks for the authorization number' } },
})

export const getApprovalRequestContract = contract({
  id: 'getApprovalRequest',
  method: 'GET',
  path: `${base}/{requestId}`,
  summary: 'Read a request for approval with what it is about',
  tag,
  params: requestParams,
  returns: { 200: { description: 'The request.', schema: requestSchema } },
  errorStatuses: [404],
})

export const decideApprovalContract = contract({
  id: 'decideApproval',
  method: 'POST',
  path: `${base}/{requestId}/decision`,
  summary: 'Approve a draft, or send it back',
  description:
    'For whom the access rules name for `approve`, and owners; never for who asked, nor for who ' +
    'changed the draft since its last version. A key needs the permission `workflows:approve` by ' +
    'name, and acts as its person. 409 when the request is over. Sending back needs a note.',
  tag,
  params: requestParams,
  body: z.strictObject({
    decision: z.enum(['approve', 'send-back']),
    note: note.default(''),
  }),
  returns: one,
  errorStatuses: [404, 409],
  examples: { request: { decision: 'send-back', note: 'The letter names no date.' } },
})

export const withdrawApprovalContract = contract({
  id: 'withdrawApproval',
  method: 'POST',
  path: `${base}/{requestId}/withdrawal`,
  summary: 'Withdraw a request for approval',
  description: 'One that is open or approved; for who edits the workflow.',
  tag,
  params: requestParams,
  returns: one,
  errorStatuses: [404, 409],
})
