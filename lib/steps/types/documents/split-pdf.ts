import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'
import {
  changedPdfs,
  fileNameField,
  madeFileField,
  pageRangesOf,
  pagesField,
  pdfField,
  pdfRetry,
} from '../../support/pdf-files.ts'

export default defineStep({
  type: 'split-pdf',
  version: 1,
  title: 'Split PDF',
  description: 'Makes a PDF of each range of pages, or of every so many pages.',
  category: 'Documents',
  icon: 'scissors',
  says: ['{file}'],
  effect: 'idempotent',
  isInside: () => true,
  config: z.strictObject({
    file: pdfField,
    pages: z.string().trim().max(2000).default('').meta({
      title: 'Pages',
      description: 'A PDF for each number or range, such as 1-2, 3-7. Empty: by "Every".',
    }),
    every: z.int().min(1).max(2000).default(1).meta({
      title: 'Every',
      description: 'Without "Pages": how many pages each PDF has.',
    }),
    fileName: fileNameField,
  }),
  output: z.object({
    parts: z
      .array(z.object({ file: madeFileField, pages: pagesField }))
      .meta({ title: 'Parts', description: 'In the order of their pages, or as they were named.' }),
  }),
  uiSchema: { file: { 'ui:widget': 'expression' } },
  retry: pdfRetry,
  examples: [
    { title: 'One PDF for each page', config: { file: { $: 'start.scan' } } },
    {
      title: 'The first page alone',
      config: { file: { $: 'start.scan' }, pages: '1', fileName: 'cover.pdf' },
    },
  ],
  async execute(execution) {
    const { file, pages, every, fileName } = execution.config
    const parts = pages === '' ? { every } : pageRangesOf(pages)
    const change = { do: 'split', parts } as const
    return done({ parts: await changedPdfs(execution, { files: [file], fileName, change }) })
  },
})
