import { z } from 'zod'
import {
  templateFieldSchema,
  templateSourceSchema,
  writtenSourceSchema,
} from '#lib/domain/template/template'
import { templateKinds } from '#lib/domain/template/template-words'
import { pageOf, pageQuerySchema } from '#lib/domain/page'
import { jsonObjectSchema, slugSchema } from '#lib/domain/workflow/definition'
import { contract } from '../contract.ts'
import { oneLine } from '../one-line.ts'
import { deletionQuery, usedByFields, usedRefusal } from '../used-by.ts'

const instant = z.iso.datetime({ offset: true })
const name = oneLine(z.string().trim().min(1, 'A template needs a name.').max(200))
const note = z.string().trim().max(500).default('')
const basedOn = z
  .int()
  .min(1)
  .describe('The number of the version that the change is based on; 409 when there is a newer one.')

export const templateSummarySchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  kind: z.enum(templateKinds),
  version: z.int().describe('The number of its newest version.'),
  /** How many workflows name it, in their published version or their draft. */
  users: z.int(),
  updatedBy: z.string().nullable(),
  updatedAt: instant,
  createdAt: instant,
})
export type TemplateSummary = z.infer<typeof templateSummarySchema>

const contentFields = {
  source: templateSourceSchema,
  fields: z.array(templateFieldSchema).describe('The placeholders that were found in it.'),
}

const keepingFields = {
  keptBy: z
    .array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        version: z.int().describe('The version that its next runs use.'),
        changes: z.array(z.string()).describe('What the newest version takes otherwise.'),
        steps: z.array(
          z.object({
            id: z.string(),
            title: z.string(),
            lacks: z
              .array(z.string())
              .describe('The placeholders that the step gives no value, in the draft.'),
          }),
        ),
      }),
    )
    .describe(
      'Published workflows whose runs keep an earlier version, because the newest takes other ' +
        'data. They use the newest once they are published again.',
    ),
  keptByOthers: z
    .int()
    .describe('How many more there are that the access rules do not show to you.'),
}
const keepingSchema = z.object(keepingFields)
export type Keeping = z.infer<typeof keepingSchema>

export const templateSchema = templateSummarySchema.extend({
  ...contentFields,
  ...keepingFields,
  formerSlugs: z.array(z.string()).describe('Slugs it had before; it is still found by them.'),
  ...usedByFields,
})
export type TemplateView = z.infer<typeof templateSchema>

export const templateVersionSchema = z.object({
  number: z.int(),
  note: z.string(),
  createdBy: z.string().nullable(),
  createdAt: instant,
})
export type TemplateVersionSummary = z.infer<typeof templateVersionSchema>
const wholeVersionSchema = templateVersionSchema.extend(contentFields)
export type TemplateVersionView = z.infer<typeof wholeVersionSchema>

const params = z.strictObject({
  template: z.string().min(1).max(64).describe('Its slug, a former slug, or its id.'),
})
const versionParams = params.extend({ number: z.coerce.number().int().min(1) })
const tag = 'Templates'

export const listTemplatesContract = contract({
  id: 'listTemplates',
  method: 'GET',
  path: '/api/v2/templates',
  summary: 'List templates, by slug',
  tag,
  query: pageQuerySchema
    .extend({
      search: z.string().max(200).optional().describe('Part of the name or the slug.'),
      kind: z.enum(templateKinds).optional(),
    })
    .strict(),
  returns: {
    200: { description: 'One page of templates.', schema: pageOf(templateSummarySchema) },
  },
})

export const createTemplateContract = contract({
  id: 'createTemplate',
  method: 'POST',
  path: '/api/v2/templates',
  summary: 'Add a template that is written here',
  description:
    'Text, HTML and mails are written in Liquid, without other files; a PDF is drawn from HTML, ' +
    'with header and footer. A Word document or a fillable PDF is uploaded (`uploadTemplate`).',
  tag,
  body: z.strictObject({
    name,
    slug: slugSchema.optional().describe('Made from the name when left out.'),
    kind: z.enum(templateKinds),
    source: writtenSourceSchema,
  }),
  returns: { 201: { description: 'The template.', schema: templateSchema } },
  errorStatuses: [409, 413, 415, 429, 503],
  examples: {
    request: {
      name: 'Greeting',
      kind: 'text',
      source: { format: 'text', text: 'Dear {{ patient.name }}' },
    },
  },
})

export const uploadTemplateContract = contract({
  id: 'uploadTemplate',
  method: 'PUT',
  path: '/api/v2/templates/{template}/file',
  summary: 'Add a template, or its next version, by its file (multipart/form-data)',
  description:
    'A Word document (.docx) or a fillable PDF of at most 10 MB in the field `file`. For a new ' +
    'template `template` is its slug and `name` its name; else `basedOn` is the number of the ' +
    'version that it replaces. What is wrong with its placeholders is a 400 that names all of it.',
  tag,
  params,
  binary: 'multipart',
  returns: { 200: { description: 'The template.', schema: templateSchema } },
  errorStatuses: [409, 413, 415, 429, 503],
})

export const getTemplateContract = contract({
  id: 'getTemplate',
  method: 'GET',
  path: '/api/v2/templates/{template}',
  summary: 'Read a template, its placeholders, and which workflows use it',
  tag,
  params,
  returns: { 200: { description: 'The template.', schema: templateSchema } },
  errorStatuses: [404],
})

export const updateTemplateContract = contract({
  id: 'updateTemplate',
  method: 'PATCH',
  path: '/api/v2/templates/{template}',
  summary: 'Rename a template or change its slug',
  description:
    'Workflows that name the old slug still find it. With `replace` their drafts and published ' +
    'versions name the new one. A slug of another template, now or before, is a 409 that names it.',
  tag,
  params,
  body: z.strictObject({
    name: name.optional(),
    slug: slugSchema.optional(),
    replace: z.boolean().optional(),
  }),
  returns: { 200: { description: 'The template.', schema: templateSchema } },
  errorStatuses: [404, 409, 413, 415],
})

export const saveTemplateContract = contract({
  id: 'saveTemplate',
  method: 'PUT',
  path: '/api/v2/templates/{template}/source',
  summary: 'Save what a template says, as its next version',
  description:
    'Runs that have begun keep their version. Published workflows use the new version from their ' +
    'next run on where it takes the same data; `keptBy` names the others, which keep theirs until ' +
    'they are published again.',
  tag,
  params,
  body: z.strictObject({ source: writtenSourceSchema, basedOn, note }),
  returns: { 200: { description: 'The template.', schema: templateSchema } },
  errorStatuses: [404, 409, 413, 415, 429, 503],
})

export const listTemplateVersionsContract = contract({
  id: 'listTemplateVersions',
  method: 'GET',
  path: '/api/v2/templates/{template}/versions',
  summary: 'List the versions of a template, the newest first',
  tag,
  params,
  query: pageQuerySchema.strict(),
  returns: {
    200: { description: 'One page of versions.', schema: pageOf(templateVersionSchema) },
  },
  errorStatuses: [404],
})

export const getTemplateVersionContract = contract({
  id: 'getTemplateVersion',
  method: 'GET',
  path: '/api/v2/templates/{template}/versions/{number}',
  summary: 'Read one version of a template',
  tag,
  params: versionParams,
  returns: { 200: { description: 'The version.', schema: wholeVersionSchema } },
  errorStatuses: [404],
})

export const getTemplateFileContract = contract({
  id: 'getTemplateFile',
  method: 'GET',
  path: '/api/v2/templates/{template}/versions/{number}/file',
  summary: 'Download the uploaded file of a version',
  tag,
  params: versionParams,
  returns: {
    200: { description: 'The bytes, as an attachment.', contentType: 'application/octet-stream' },
  },
  errorStatuses: [404],
})

export const restoreTemplateVersionContract = contract({
  id: 'restoreTemplateVersion',
  method: 'POST',
  path: '/api/v2/templates/{template}/versions/{number}/restore',
  summary: 'Make an earlier version the newest again, as a next version',
  tag,
  params: versionParams,
  body: z.strictObject({ basedOn }),
  returns: { 200: { description: 'The template.', schema: templateSchema } },
  errorStatuses: [404, 409, 413, 415],
  examples: { request: { basedOn: 2 } },
})

const issueSchema = z.object({ path: z.string(), message: z.string() })

const renderedSchema = z.object({
  fields: z.array(templateFieldSchema),
  data: jsonObjectSchema.describe('The data that it was filled with.'),
  issues: z.array(issueSchema).describe('What the data lacks; then there is no result.'),
  result: z
    .object({
      fileName: z.string().nullable(),
      mimeType: z.string(),
      subject: z.string().nullable(),
      text: z.string().nullable(),
      html: z.string().nullable().describe('To look at; of a Word document without its layout.'),
      content: z.base64().nullable().describe('The bytes of a file.'),
      pages: z
        .array(z.object({ width: z.int(), height: z.int(), png: z.base64() }))
        .describe('The first pages of a PDF as pictures; width and height are pixels.'),
      pageCount: z.int().describe('How many pages a PDF has; 0 for everything else.'),
    })
    .nullable(),
  keeping: keepingSchema
    .optional()
    .describe('With `source`: the workflows that would keep an earlier version after saving it.'),
})
export type Rendered = z.infer<typeof renderedSchema>

export const renderTemplateContract = contract({
  id: 'renderTemplate',
  method: 'POST',
  path: '/api/v2/templates/{template}/render',
  summary: 'Fill a template with data and look at the result; nothing is stored',
  description:
    'With `source` it is filled as it would be after saving it. `data` is what the step would ' +
    'give it; `runId` takes what a run gave it last; without both the data is made up.',
  tag,
  params,
  body: z
    .strictObject({
      source: writtenSourceSchema.optional(),
      version: z.int().min(1).optional(),
      data: jsonObjectSchema.optional(),
      runId: z.uuid().optional(),
    })
    .refine(({ data, runId }) => data === undefined || runId === undefined, {
      path: ['runId'],
      message: 'Give data or runId, not both.',
    }),
  repeat: 'harmless',
  returns: { 200: { description: 'The result, or what is missing.', schema: renderedSchema } },
  errorStatuses: [404, 413, 415, 429, 503],
  examples: { request: { data: { 'patient.name': 'Ada' } } },
})

export const deleteTemplateContract = contract({
  id: 'deleteTemplate',
  method: 'DELETE',
  path: '/api/v2/templates/{template}',
  summary: 'Delete a template with all its versions, for good',
  description: usedRefusal,
  tag,
  params,
  query: deletionQuery,
  returns: { 204: { description: 'Deleted. Runs that name it fail from now on.' } },
  errorStatuses: [404, 409],
})
