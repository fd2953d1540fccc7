import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'
import {
  changedPdf,
  fileNameField,
  madeFileField,
  pagesField,
  pdfRetry,
} from '../../support/pdf-files.ts'

export default defineStep({
  type: 'merge-pdfs',
  version: 1,
  title: 'Merge PDFs',
  description: 'Puts PDFs one after the other into one. Filled forms become part of the pages.',
  category: 'Documents',
  icon: 'files',
  says: ['{files}'],
  effect: 'idempotent',
  isInside: () => true,
  config: z.strictObject({
    files: z
      .array(z.unknown())
      .min(1, 'Name the PDFs.')
      .max(100)
      .meta({
        title: 'PDFs',
        description: 'In their order: ids, or what file fields and other steps gave.',
        examples: [['0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001']],
      }),
    fileName: fileNameField,
  }),
  output: z.object({ file: madeFileField, pages: pagesField }),
  uiSchema: { files: { 'ui:widget': 'expression' } },
  retry: pdfRetry,
  examples: [
    {
      title: 'A letter with its records',
      config: { files: { $: '[start.appeal, start.scan]' }, fileName: 'appeal-packet.pdf' },
    },
  ],
  async execute(execution) {
    const { files, fileName } = execution.config
    return done(await changedPdf(execution, { files, fileName, change: { do: 'merge' } }))
  },
})
