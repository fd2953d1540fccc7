import { z } from 'zod'
import { cellsSchema, pageSourceSchema } from '#lib/domain/document/page'
import { defineStep, done, PermanentStepError } from '../../define-step.ts'
import {
  documentFieldHints,
  documentFields,
  documentTimeoutSeconds,
  reportProgress,
} from '../../support/document-fields.ts'
import { fromProvider } from '../../support/from-provider.ts'

/** A step's output has a bound, and so has what later steps can do with it. */
const maxCharacters = 4_000_000

const pageSchema = z.object({
  page: z.int().meta({ title: 'Page', description: 'Its number, from 1.' }),
  text: z.string().meta({ title: 'Text', description: 'In the order of reading.', phi: true }),
  how: pageSourceSchema.meta({
    title: 'Source',
    description: 'text: from the file itself; ocr: recognized from a picture.',
  }),
  confidence: z.number().meta({
    title: 'Confidence',
    description: '0 to 1: how sure the recognition is; 1 for text of the file.',
  }),
  width: z.number().meta({ title: 'Width', description: 'In points; 0 without pages.' }),
  height: z.number().meta({ title: 'Height', description: 'In points; 0 without pages.' }),
  cells: cellsSchema.optional().meta({ title: 'Cells', description: 'Sheet and range.' }),
})

export default defineStep({
  type: 'read-document',
  version: 1,
  title: 'Read document',
  description: 'Reads the text of documents page by page; scans by recognition, without any model.',
  category: 'Data',
  icon: 'file-text',
  says: ['{files}'],
  // What was read is stored with the file: a repeated attempt goes on where the last one ended.
  effect: 'read',
  config: z.strictObject(documentFields),
  output: z.object({
    files: z
      .array(
        z.object({
          fileId: z.string().meta({ title: 'File', description: 'Its id.' }),
          fileName: z.string().meta({ title: 'Name', description: 'Of the file.', phi: true }),
          pages: z.array(pageSchema).meta({ title: 'Pages', description: 'In order.' }),
        }),
      )
      .meta({ title: 'Files', description: 'In the order in which they are named.' }),
    pageCount: z.int().meta({ title: 'Pages', description: 'Of all files together.' }),
    recognizedPages: z
      .int()
      .meta({ title: 'Recognized pages', description: 'How many of them are pictures.' }),
    leastConfidence: z.number().meta({
      title: 'Least confidence',
      description: 'Of the page that was the hardest to read; below 0.7 somebody should look.',
    }),
  }),
  uiSchema: documentFieldHints,
  timeoutSeconds: documentTimeoutSeconds,
  retry: { maxAttempts: 4, delaySeconds: 5, factor: 3, maxDelaySeconds: 300 },
  examples: [
    { title: 'A letter, with its scanned pages', config: { files: [{ $: 'start.appeal.id' }] } },
  ],
  async execute({ config: { files: fileIds, ocr, languages }, services, run, signal, log }) {
    const files = []
    let characters = 0
    for (const [index, fileId] of fileIds.entries()) {
      signal.throwIfAborted()
      const { fileName, pages } = await fromProvider(
        services.readDocument(run.organizationId, {
          fileId,
          ocr,
          languages,
          signal,
          onProgress: reportProgress(log, index + 1),
        }),
      )
      characters += pages.reduce((sum, { text }) => sum + text.length, 0)
      if (characters > maxCharacters)
        throw new PermanentStepError(
          'too_much_text',
          'These documents have more than 4 million characters. Read fewer, or search them.',
        )
      const shown = pages.map(({ fileId: _file, words: _words, ...page }) => page)
      files.push({ fileId, fileName, pages: shown })
    }
    const pages = files.flatMap((file) => file.pages)
    return done({
      files,
      pageCount: pages.length,
      recognizedPages: pages.filter(({ how }) => how === 'ocr').length,
      leastConfidence: Math.min(1, ...pages.map(({ confidence }) => confidence)),
    })
  },
})
