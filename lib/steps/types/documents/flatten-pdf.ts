import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'
import {
  changedPdf,
  fileNameField,
  madeFileField,
  pagesField,
  pdfField,
  pdfRetry,
} from '../../support/pdf-files.ts'

export default defineStep({
  type: 'flatten-pdf',
  version: 1,
  title: 'Flatten PDF',
  description:
    'Makes form fields and comments part of the pages, so that nobody changes them afterwards.',
  category: 'Documents',
  icon: 'layers',
  says: ['{file}'],
  effect: 'idempotent',
  isInside: () => true,
  config: z.strictObject({ file: pdfField, fileName: fileNameField }),
  output: z.object({ file: madeFileField, pages: pagesField }),
  uiSchema: { file: { 'ui:widget': 'expression' } },
  retry: pdfRetry,
  examples: [{ title: 'A form that was filled in', config: { file: { $: 'start.scan' } } }],
  async execute(execution) {
    const { file, fileName } = execution.config
    const change = { do: 'flatten' } as const
    return done(await changedPdf(execution, { files: [file], fileName, change }))
  },
})
