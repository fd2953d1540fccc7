import { z } from 'zod'
import { humanName } from '#lib/domain/human-name'
import { stampColors, stampPlaces } from '#lib/domain/pdf-change'
import { defineStep, done } from '../../define-step.ts'
import {
  changedPdf,
  fileNameField,
  madeFileField,
  pageRangesOf,
  pagesField,
  pdfField,
  pdfRetry,
} from '../../support/pdf-files.ts'

export default defineStep({
  type: 'stamp-pdf',
  version: 1,
  title: 'Stamp PDF',
  description: 'Writes a line on the pages of a PDF: a case number, page numbers, “Approved”.',
  category: 'Documents',
  icon: 'stamp',
  says: ['{text}'],
  effect: 'idempotent',
  isInside: () => true,
  config: z.strictObject({
    file: pdfField,
    text: z
      .string()
      .trim()
      .min(1, 'Write what the stamp says.')
      .max(500)
      .meta({ title: 'Text', description: 'One line; {page} and {pages} are numbers.' }),
    place: z
      .enum(stampPlaces)
      .default('bottom-right')
      .meta({
        title: 'Place',
        enumNames: stampPlaces.map(humanName),
        description: 'On the page as it is shown.',
      }),
    size: z.number().min(4).max(200).default(10).meta({
      title: 'Size',
      description: 'Of the letters, in points; smaller where the page is too narrow.',
    }),
    color: z
      .enum(stampColors)
      .default('black')
      .meta({
        title: 'Color',
        enumNames: stampColors.map(humanName),
        description: 'Of the letters.',
      }),
    opacity: z.number().min(0.05).max(1).default(1).meta({
      title: 'Opacity',
      description: '1 hides what is below; 0.3 is right for a line across the page.',
    }),
    pages: z.string().trim().max(2000).default('').meta({
      title: 'Pages',
      description: 'Numbers and ranges, such as 1, 3-5. Empty: all.',
    }),
    fileName: fileNameField,
  }),
  output: z.object({ file: madeFileField, pages: pagesField }),
  uiSchema: {
    file: { 'ui:widget': 'expression' },
    place: { 'ui:widget': 'select' },
    color: { 'ui:widget': 'select', 'ui:options': { advanced: true } },
    opacity: { 'ui:options': { advanced: true } },
    pages: { 'ui:options': { advanced: true } },
  },
  retry: pdfRetry,
  examples: [
    {
      title: 'Numbers on all pages',
      config: { file: { $: 'start.scan' }, text: 'Page {page} of {pages}' },
    },
    {
      title: 'A copy, across each page',
      config: {
        file: { $: 'start.appeal' },
        text: 'Copy',
        place: 'diagonal',
        size: 96,
        color: 'gray',
        opacity: 0.3,
      },
    },
  ],
  async execute(execution) {
    const { file, fileName, pages, ...stamp } = execution.config
    const ranges = pages === '' ? undefined : pageRangesOf(pages)
    const change = { do: 'stamp', stamp: { ...stamp, pages: ranges } } as const
    return done(await changedPdf(execution, { files: [file], fileName, change }))
  },
})
