import { safeFileName } from '#lib/documents/file-name'
import { mimeTypeOf } from '#lib/documents/mime-type'
import { openConnection } from '../connections/open-connection.ts'
import { defineOutsideOperation } from '../define-operation.ts'

type Input = { slug: string; documentId: string }
type Download = {
  fileName: string
  mimeType: string
  size: number
  content: ReadableStream<Uint8Array>
}

/**
 * Downloads a document from the named payer archive; its bytes decide its type. Each download is in
 * the audit log.
 */
export const getPayerDocument = defineOutsideOperation<Input, Download>({
  name: 'getPayerDocument',
  permission: 'integrations:call',
  audit: ({ input, output }) => ({
    action: 'payer-docs.document-fetched',
    objectKind: 'connection',
    objectId: input.slug,
    details: { documentId: input.documentId, size: output.size },
  }),
  async run({ actor, input: { slug, documentId }, info, signal }) {
    const port = await openConnection(actor.organizationId, 'payer-docs', slug, info)
    const { fileName, mimeType, content } = await port.fetchDocument(documentId, signal)
    const bytes = Buffer.from(content)
    return {
      fileName: safeFileName(fileName),
      mimeType: mimeTypeOf(bytes.subarray(0, 512), mimeType),
      size: bytes.length,
      content: new Blob([bytes]).stream() as ReadableStream<Uint8Array>,
    }
  },
})
