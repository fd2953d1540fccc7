import { buffer } from 'node:stream/consumers'
import type { Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { TemplateView } from '#lib/contracts/data/templates'
import { openFile, removeFile } from '#lib/documents/file-store'
import { receiveUpload, type Upload } from '#lib/documents/receive-upload'
import { ApiError } from '#lib/domain/api-error'
import { fits, maxTemplateBytes } from '#lib/domain/template/template-words'
import { slugSchema } from '#lib/domain/workflow/definition'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { requireFreeSlug } from './choose-slug.ts'
import { readUploaded } from './content.ts'
import { getTemplateOrThrow, type TemplateRow } from './find-template.ts'
import { templateView } from './template-view.ts'
import { insertTemplate, insertVersion, requireNewest } from './write-version.ts'

type Read = Awaited<ReturnType<typeof readUploaded>>
type Received = { template: string; name: string | undefined; basedOn: number | undefined }

const invalid = (path: string, message: string) => ApiError.invalid([{ path, message }])

async function existing(tx: Tx, template: string): Promise<TemplateRow | undefined> {
  return await getTemplateOrThrow(tx, template, { lock: 'update' }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  })
}

async function write(tx: Tx, actor: Actor, { template, name, basedOn, ...read }: Received & Read) {
  const row = await existing(tx, template)
  const { kind, ...content } = read
  if (!row) {
    if (basedOn !== undefined) throw ApiError.notFound('template', template)
    const slug = slugSchema.safeParse(template)
    if (!slug.success) throw invalid('template', slug.error.issues[0]?.message ?? 'No slug.')
    await requireFreeSlug(tx, slug.data)
    const { source } = content
    const fallback = 'fileName' in source ? source.fileName.replace(/\.[^.]+$/, '') : slug.data
    return await insertTemplate(tx, actor, {
      name: name ?? fallback,
      slug: slug.data,
      kind,
      ...content,
    })
  }
  if (basedOn === undefined)
    throw new ApiError(
      'conflict',
      `The template “${row.name}” has the slug “${row.slug}”. Choose another, or send basedOn to ` +
        'replace its file.',
      { field: 'slug', slug: row.slug, templateId: row.id, templateName: row.name },
    )
  if (!fits(row.kind, content.source.format))
    throw invalid('file', `“${row.name}” is a template of the kind “${row.kind}”.`)
  requireNewest(row, basedOn)
  return await insertVersion(tx, actor, row, content)
}

const record = defineOperation<Received & Read, TemplateView>({
  name: 'uploadTemplate',
  permission: 'templates:manage',
  audit: ({ output }) => ({
    action: 'template.uploaded',
    objectKind: 'template',
    objectId: output.id,
    details: { slug: output.slug, version: output.version },
  }),
  run: async ({ actor, input, tx }) => await templateView(tx, actor, await write(tx, actor, input)),
})

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw invalid('basedOn', 'This is not the number of a version.')
}

async function upload(
  actor: Actor,
  { template, upload: sent }: { template: string; upload: Upload },
  info: CallInfo = {},
): Promise<TemplateView> {
  requirePermission(actor, record.permission)
  const accepted = { fields: ['name', 'basedOn'], maxBytes: maxTemplateBytes }
  const { fileName, storageKey, fields } = await receiveUpload(sent, accepted)
  try {
    const bytes = await buffer(await openFile(storageKey))
    const { organizationId } = actor
    const from = { organizationId, ...(info.signal ? { signal: info.signal } : {}) }
    const read = await readUploaded({ fileName, bytes }, from)
    const name = fields['name']?.trim().slice(0, 200) || undefined
    const basedOn = numberIn(fields['basedOn'])
    return await record(actor, { template, name, basedOn, ...read }, info)
  } finally {
    // The version has the bytes themselves: it is written and deleted in one transaction.
    await removeFile(storageKey)
  }
}

/** Adds a template, or its next version, by its file. Nothing is stored when it cannot be read. */
export const uploadTemplate = asOperation(
  { name: record.keyScope, permission: record.permission },
  upload,
)
