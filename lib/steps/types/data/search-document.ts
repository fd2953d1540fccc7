import { z } from 'zod'
import { foundPassageSchema } from '#lib/domain/document/passage'
import { defineStep, done } from '../../define-step.ts'
import {
  documentFieldHints,
  documentFields,
  documentTimeoutSeconds,
} from '../../support/document-fields.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'search-document',
  version: 1,
  title: 'Search document',
  description:
    'Finds the passages of documents that fit a question best, by its words and without any model.',
  category: 'Data',
  icon: 'file-search',
  says: ['{question}'],
  // What was read is stored with the file: a repeated attempt goes on where the last one ended.
  effect: 'read',
  config: z.strictObject({
    ...documentFields,
    question: z
      .string()
      .min(1, 'Ask something.')
      .max(1000)
      .meta({ title: 'Question', description: 'Its words are searched, also their beginnings.' }),
    limit: z
      .int()
      .min(1)
      .max(50)
      .default(5)
      .meta({ title: 'Passages', description: 'How many are answered at most, one a page.' }),
  }),
  output: z.object({
    passages: z
      .array(foundPassageSchema)
      .meta({ title: 'Passages', description: 'The best first, with their places.', phi: true }),
    found: z
      .boolean()
      .meta({ title: 'Found', description: 'Whether any page has a word of the question.' }),
  }),
  uiSchema: { ...documentFieldHints, limit: { 'ui:options': { advanced: true } } },
  timeoutSeconds: documentTimeoutSeconds,
  retry: { maxAttempts: 4, delaySeconds: 5, factor: 3, maxDelaySeconds: 300 },
  examples: [
    {
      title: 'Why it was denied',
      config: { files: [{ $: 'start.appeal.id' }], question: 'Reason of the denial' },
    },
  ],
  async execute({ config: { files: fileIds, ...search }, services, run, signal }) {
    const passages = await fromProvider(
      services.searchDocuments(run.organizationId, { ...search, fileIds, signal }),
    )
    return done({ passages, found: passages.length > 0 })
  },
})
