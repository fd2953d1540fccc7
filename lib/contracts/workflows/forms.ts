import { z } from 'zod'
import { slugSchema } from '#lib/domain/workflow/definition'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { runStatuses } from '../../domain/statuses.ts'
import { contract } from '../contract.ts'
import { logoSchema } from '../organization/settings.ts'
import {
  fileSchema,
  partHeaders,
  partQuery,
  uploadBody,
  uploadParams,
  uploadSchema,
} from '../data/files.ts'

const slugParams = z.strictObject({ slug: slugSchema })
const tokenParams = z.strictObject({ token: z.string().min(1).max(128) })

/** The language that a visitor reads. */
const languageQuery = z.strictObject({ language: z.string().max(35).optional() })

export const formSummarySchema = z.object({
  slug: z.string(),
  workflowId: z.uuid(),
  title: z.string(),
  description: z.string(),
  /** True when anyone with the link may submit it. */
  public: z.boolean(),
})
export type FormSummary = z.infer<typeof formSummarySchema>

/**
 * What the form page renders. `schema` includes the fields with `x-formFieldHidden: true`; the page
 * does not show them.
 */
const formSchema = z.object({
  title: z.string(),
  description: z.string(),
  schema: z.record(z.string(), z.unknown()),
  uiSchema: z.record(z.string(), z.unknown()),
})

export const memberFormSchema = formSchema.extend({
  slug: z.string(),
  workflowId: z.uuid(),
  version: z.int(),
  public: z.boolean(),
  /**
   * The secret part of the shared link `/f/<token>`; null when the form is not shared or the caller
   * may not edit workflows.
   */
  publicToken: z.string().nullable(),
})
export type MemberFormView = z.infer<typeof memberFormSchema>

/** The secret of a form that is saved for later: 128 random bits. */
const savedSecret = z.string().regex(/^[\w-]{22}$/, 'That is no secret of a saved form.')

const submissionBody = z.strictObject({ data: z.unknown() })
const submittedSchema = z.object({ runId: z.uuid(), status: z.enum(runStatuses) })
const idempotencyHeader = {
  'idempotency-key': 'The same key and body within 24 hours start one run only.',
}

export const listFormsContract = contract({
  id: 'listForms',
  method: 'GET',
  path: '/api/v2/forms',
  summary: 'List the manual forms: published workflows that a person can start',
  tag: 'Forms',
  query: pageQuerySchema.strict(),
  returns: {
    200: { description: 'One page of forms, by name.', schema: pageOf(formSummarySchema) },
  },
})

export const getFormContract = contract({
  id: 'getForm',
  method: 'GET',
  path: '/api/v2/forms/{slug}',
  summary: 'Read a manual form',
  tag: 'Forms',
  params: slugParams,
  returns: { 200: { description: 'The form of the published version.', schema: memberFormSchema } },
  errorStatuses: [404],
})

export const submitFormContract = contract({
  id: 'submitForm',
  method: 'POST',
  path: '/api/v2/forms/{slug}/submissions',
  summary: 'Submit a manual form and start a run',
  tag: 'Forms',
  params: slugParams,
  body: submissionBody,
  headers: idempotencyHeader,
  returns: { 202: { description: 'The run that the form started.', schema: submittedSchema } },
  errorStatuses: [404, 413, 415],
})

export const publicFormSchema = formSchema.extend({
  /** The organization that asks. */
  organization: z.object({ name: z.string(), logo: logoSchema.nullable() }),
  /** It takes no more answers; then the schema is empty. */
  closed: z.boolean(),
  /** The language of the texts in this answer. */
  language: z.string(),
  /** The languages that the form speaks, its own first. */
  languages: z.array(z.string()),
  /** What the form says by itself in this language, as far as its author wrote it. */
  texts: z.record(z.string(), z.string()),
  /** HTML: how the organization uses what people send; null is none. */
  privacyNote: z.string().nullable(),
  /** For so many days a visitor may go on with the form later; 0: not at all. */
  saveDays: z.int(),
})
export type PublicFormView = z.infer<typeof publicFormSchema>

export const getPublicFormContract = contract({
  id: 'getPublicForm',
  method: 'GET',
  path: '/api/v2/public/forms/{token}',
  summary: 'Read a shared form by its link',
  tag: 'Forms',
  auth: 'public',
  params: tokenParams,
  query: languageQuery,
  returns: { 200: { description: 'The form.', schema: publicFormSchema } },
  errorStatuses: [404, 429],
})

export const submitPublicFormContract = contract({
  id: 'submitPublicForm',
  method: 'POST',
  path: '/api/v2/public/forms/{token}',
  summary: 'Submit a shared form',
  tag: 'Forms',
  auth: 'public',
  params: tokenParams,
  query: languageQuery,
  body: submissionBody.extend({
    saved: savedSecret.optional().describe('Of `savePublicForm`: what was saved is deleted.'),
  }),
  headers: {
    ...idempotencyHeader,
    'form-proof':
      'The solved challenge of a 409 with the reason `proof_required`: `<challenge>:<numbers>`. ' +
      'The challenge is `<end>.<bits>.<seed>.<signature>`; the numbers are four, with dots between ' +
      'them, so that SHA-256 of `<seed>.<0 to 3>.<number>` begins with so many zero bits.',
    'form-signs':
      'How the page was filled in: `seconds=12`, and `trap` for a field for robots. Without the ' +
      'seconds a proof is asked for.',
  },
  returns: {
    202: {
      description: 'Received; the reference can be quoted in questions.',
      schema: z.object({ reference: z.string() }),
    },
  },
  errorStatuses: [404, 409, 413, 415, 429],
})

export const uploadPublicFormFileContract = contract({
  id: 'uploadPublicFormFile',
  method: 'POST',
  path: '/api/v2/public/forms/{token}/files',
  summary: 'Upload a file for a shared form',
  description: 'Submit the form within a day: a file that no form has named by then is deleted.',
  tag: 'Forms',
  auth: 'public',
  params: tokenParams,
  binary: 'multipart',
  returns: {
    201: {
      description: 'The stored file.',
      schema: fileSchema.pick({ id: true, fileName: true, mimeType: true, size: true }),
    },
  },
  errorStatuses: [404, 413, 415, 429],
})

const publicUploadSchema = uploadSchema.extend({
  file: fileSchema.pick({ id: true, fileName: true, mimeType: true, size: true }).nullable(),
})
const publicUploadParams = tokenParams.extend(uploadParams.shape)

export const beginPublicUploadContract = contract({
  id: 'beginPublicFormUpload',
  method: 'POST',
  path: '/api/v2/public/forms/{token}/uploads',
  summary: 'Start to upload a file for a shared form in parts',
  description: 'As `beginUpload`. Submit the form within a day.',
  tag: 'Forms',
  auth: 'public',
  params: tokenParams,
  body: uploadBody,
  returns: { 201: { description: 'The upload.', schema: publicUploadSchema } },
  errorStatuses: [404, 413, 415, 429],
})

export const getPublicUploadContract = contract({
  id: 'getPublicFormUpload',
  method: 'GET',
  path: '/api/v2/public/forms/{token}/uploads/{id}',
  summary: 'Read how far an upload for a shared form is',
  tag: 'Forms',
  auth: 'public',
  params: publicUploadParams,
  returns: { 200: { description: 'The upload.', schema: publicUploadSchema } },
  errorStatuses: [404, 429],
})

export const sendPublicPartContract = contract({
  id: 'sendPublicFormPart',
  method: 'PUT',
  path: '/api/v2/public/forms/{token}/uploads/{id}/content',
  summary: 'Send the next part of an upload for a shared form',
  description: 'As `sendPart`.',
  tag: 'Forms',
  auth: 'public',
  params: publicUploadParams,
  query: partQuery,
  headers: partHeaders,
  binary: 'octets',
  returns: { 200: { description: 'The upload with this part.', schema: publicUploadSchema } },
  errorStatuses: [404, 409, 413, 429],
})

export const savePublicFormContract = contract({
  id: 'savePublicForm',
  method: 'POST',
  path: '/api/v2/public/forms/{token}/saved',
  summary: 'Save what was typed into a shared form for later',
  description:
    'Who has the secret goes on with the form: the page opens it at `#saved=<secret>`. What was ' +
    'typed is encrypted with it; the files that it names stay as long. It ends `saveDays` days ' +
    'after the last saving, and when the form is sent with the secret. At most 256 KB.',
  tag: 'Forms',
  auth: 'public',
  params: tokenParams,
  query: languageQuery,
  body: z.strictObject({
    data: z.record(z.string(), z.unknown()),
    page: z.int().min(0).max(999).default(0).describe('The page that is shown, from 0.'),
    secret: savedSecret.optional().describe('Of an earlier saving, which this one replaces.'),
    email: z.email().max(254).optional().describe('Gets the link, and nothing of what was typed.'),
  }),
  returns: {
    201: {
      description: 'Saved.',
      schema: z.object({ secret: z.string(), endsAt: z.iso.datetime({ offset: true }) }),
    },
  },
  errorStatuses: [404, 409, 413, 429],
  repeat: 'harmless',
})

export const openSavedFormContract = contract({
  id: 'openSavedForm',
  method: 'POST',
  path: '/api/v2/public/forms/{token}/saved/open',
  summary: 'Open what was saved of a shared form',
  description: 'By POST, so that the secret is in no address and no log.',
  tag: 'Forms',
  auth: 'public',
  params: tokenParams,
  body: z.strictObject({ secret: savedSecret }),
  returns: {
    200: {
      description: 'What was saved.',
      schema: z.object({
        data: z.record(z.string(), z.unknown()),
        page: z.int(),
        endsAt: z.iso.datetime({ offset: true }),
      }),
    },
  },
  errorStatuses: [404, 429],
  repeat: 'harmless',
})
