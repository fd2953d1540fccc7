import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { Rendered } from '#lib/contracts/data/templates'
import { drawPages } from '#lib/documents/pdf/draw-pages'
import { ApiError } from '#lib/domain/api-error'
import { isObject } from '#lib/domain/template/fill-data'
import { sampleData } from '#lib/domain/template/sample-data'
import type { TemplateField, WrittenSource } from '#lib/domain/template/template'
import type { TemplateFormat } from '#lib/domain/template/template-words'
import { requireRun } from '../access/access-sql.ts'
import { defineOutsideOperation } from '../define-operation.ts'
import { requireFiles } from '../files/require-files.ts'
import { withLargeValues } from '../tasks/large-values.ts'
import { settingOfTemplate } from '../workflows/used-by.ts'
import { readWritten } from './content.ts'
import { drawVersion, issuesOf, showDocument, type DrawInput, type Drawn } from './draw-version.ts'
import { getTemplateOrThrow, getVersionOrThrow, slugsOf } from './find-template.ts'
import { workflowsKeeping } from './keeping-workflows.ts'

type Input = {
  template: string
  source?: WrittenSource | undefined
  version?: number | undefined
  data?: Record<string, unknown> | undefined
  runId?: string | undefined
}

/** What a step of the run gave the template last. Throws 404 when no step of it did. */
async function dataOfRun(
  tx: Tx,
  actor: Actor,
  runId: string,
  slugs: string[],
): Promise<Record<string, unknown>> {
  requirePermission(actor, 'runs:read')
  await requireRun(tx, actor, runId)
  const rows = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.runId, runId), inArray(tasks.stepType, settingOfTemplate('').types)))
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(50)
  for (const { input } of await withLargeValues(tx, rows))
    if (isObject(input) && slugs.includes(String(input['template'])) && isObject(input['data']))
      return input['data']
  throw new ApiError('not_found', 'No step of this run has filled this template.', { runId })
}

/** Made-up data, with empty places for pictures. */
function madeUp(fields: readonly TemplateField[], format: TemplateFormat) {
  const shown = fields.filter(({ type }) => type !== 'picture')
  return {
    fields: fields.map((field) =>
      field.type === 'picture' ? { ...field, optional: true } : field,
    ),
    data: sampleData(shown, { short: format === 'form' }),
  }
}

type Options = Parameters<typeof showDocument>[1]

/** So many pages are shown; the file has all. */
const maxShown = 10
const dpi = 110

async function pagesOf(bytes: Buffer, { organizationId, signal }: Options) {
  const pages = Array.from({ length: maxShown }, (_, index) => index + 1)
  const drawn = await drawPages(bytes, {
    organizationId,
    dpi,
    pages,
    ...(signal ? { signal } : {}),
  })
  if (drawn.type === 'refused') throw ApiError.invalid([{ path: 'data', message: drawn.message }])
  const { pictures, count } = drawn
  return {
    pages: pictures.map(({ width, height, png }) => ({
      width,
      height,
      png: png.toString('base64'),
    })),
    pageCount: count,
  }
}

async function resultOf(
  { name }: DrawInput,
  { file, subject, text, html }: Drawn,
  options: Options,
): Promise<Rendered['result']> {
  const shown = file?.ending === 'docx' ? await showDocument(file.bytes, options) : html
  return {
    fileName: file ? `${name}.${file.ending}` : null,
    mimeType: file?.mimeType ?? 'text/plain',
    subject,
    text,
    html: shown,
    content: file ? file.bytes.toString('base64') : null,
    ...(file?.ending === 'pdf' ? await pagesOf(file.bytes, options) : { pages: [], pageCount: 0 }),
  }
}

/**
 * Fills a template with given data, a run's data or made-up data, and answers the result or what is
 * missing. Nothing is stored.
 */
export const renderTemplate = defineOutsideOperation<Input, Rendered>({
  name: 'renderTemplate',
  permission: 'templates:read',
  audit: ({ input }) =>
    input.runId === undefined
      ? undefined
      : {
          action: 'template.rendered',
          objectKind: 'run',
          objectId: input.runId,
          details: { template: input.template },
        },
  async run({ actor, input, signal, transaction }) {
    const options = { organizationId: actor.organizationId, signal }
    const { row, version, given } = await transaction(async (tx) => {
      const found = await getTemplateOrThrow(tx, input.template)
      const { runId } = input
      // Pictures are files: nobody sees one by putting its id into a template.
      if (input.data) await requireFiles(tx, actor, input.data, 'data')
      const ofRun = runId && (await dataOfRun(tx, actor, runId, await slugsOf(tx, found)))
      return {
        row: found,
        version: await getVersionOrThrow(tx, found, input.version ?? found.version),
        given: ofRun || input.data,
      }
    })
    const { name, kind } = row
    const content = input.source ? await readWritten(kind, input.source, options) : version
    const { source } = content
    const keeping = input.source
      ? await transaction((tx) =>
          workflowsKeeping(tx, actor, row, {
            number: row.version + 1,
            fields: content.fields,
            format: source.format,
          }),
        )
      : undefined
    const { data, fields } = given
      ? { data: given, fields: content.fields }
      : madeUp(content.fields, source.format)
    const drawing: DrawInput = {
      name,
      kind,
      source,
      content: content.content,
      fields,
      data,
      at: new Date(),
      timeZone: 'UTC',
    }
    const answer = { fields: content.fields, data, ...(keeping ? { keeping } : {}) }
    const issues = issuesOf(drawing)
    if (issues.length > 0) return { ...answer, issues, result: null }
    const result = await resultOf(drawing, await drawVersion(drawing, options), options)
    return { ...answer, issues: [], result }
  },
})
