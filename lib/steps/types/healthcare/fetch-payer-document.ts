import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'fetch-payer-document',
  version: 1,
  title: 'Fetch payer document',
  description: 'Brings a letter of a payer from the archive into the run’s files.',
  category: 'Healthcare',
  icon: 'file-input',
  says: ['{connection:connection}'],
  effect: 'idempotent',
  connection: 'payer-docs',
  config: z.strictObject({
    connection: z
      .string()
      .min(1, 'Choose a connection.')
      .max(64)
      .meta({ title: 'Connection', description: 'The archive that has it.' }),
    documentId: z
      .string()
      .min(1, 'Name the document.')
      .max(500)
      .meta({ title: 'Document', description: 'The documentId that a search found.' }),
  }),
  output: z.object({
    file: z
      .object({ id: z.string(), fileName: z.string() })
      .meta({ title: 'File', description: 'As file fields of forms hold it.', phi: true }),
    mimeType: z.string().meta({ title: 'MIME type', description: 'For example application/pdf.' }),
    size: z.int().meta({ title: 'Size', description: 'In bytes.' }),
  }),
  uiSchema: { connection: { 'ui:widget': 'connection' } },
  retry: { maxAttempts: 4, delaySeconds: 2, factor: 3, maxDelaySeconds: 120 },
  examples: [
    {
      title: 'The newest letter found',
      config: {
        connection: 'sandbox',
        documentId: { $: 'steps.search.output.documents^(>receivedDate)[0].documentId' },
      },
    },
  ],
  async execute({ config, connection, services, run, idempotencyKey, signal }) {
    const { fileName, mimeType, content } = await fromProvider(
      connection.fetchDocument(config.documentId, signal),
    )
    signal.throwIfAborted()
    const stored = await services.storeFile(run.organizationId, {
      key: idempotencyKey,
      runId: run.id,
      fileName,
      mimeType,
      content,
      createdBy: 'Payer document archive',
    })
    return done({
      file: { id: stored.id, fileName: stored.fileName },
      mimeType: stored.mimeType,
      size: stored.size,
    })
  },
})
