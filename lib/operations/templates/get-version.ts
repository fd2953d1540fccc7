import type { TemplateVersionView } from '#lib/contracts/data/templates'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import type { Download } from '../files/download-file.ts'
import { getTemplateOrThrow, getVersionOrThrow } from './find-template.ts'

type Input = { template: string; number: number }

export const getTemplateVersion = defineOperation<Input, TemplateVersionView>({
  name: 'getTemplateVersion',
  permission: 'templates:read',
  async run({ input, tx }) {
    const row = await getVersionOrThrow(
      tx,
      await getTemplateOrThrow(tx, input.template),
      input.number,
    )
    const { number, note, createdBy, createdAt, source, fields } = row
    return { number, note, createdBy, createdAt: createdAt.toISOString(), source, fields }
  },
})

const mimeTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  form: 'application/pdf',
}

/** The uploaded file of a version. Throws 404 for one that was written here. */
export const getTemplateFile = defineOperation<Input, Download>({
  name: 'getTemplateFile',
  permission: 'templates:read',
  async run({ input, tx }) {
    const template = await getTemplateOrThrow(tx, input.template)
    const { source, content } = await getVersionOrThrow(tx, template, input.number)
    if (!content || !('fileName' in source)) throw ApiError.notFound('file', template.slug)
    return {
      fileName: source.fileName,
      mimeType: mimeTypes[source.format],
      size: content.length,
      content: new Blob([new Uint8Array(content)]).stream(),
    }
  },
})
