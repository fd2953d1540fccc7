import { z } from 'zod'
import { jsonObjectSchema } from '#lib/domain/workflow/definition'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'fill-template',
  version: 1,
  title: 'Fill template',
  description:
    'Fills a template with data: a Word document, a PDF, a mail or a text. Its placeholders are ' +
    'the fields.',
  category: 'Communication',
  icon: 'file-pen-line',
  says: ['{template:template}'],
  effect: 'idempotent',
  isInside: () => true,
  config: z.strictObject({
    template: z
      .string()
      .trim()
      .min(1, 'Choose a template.')
      .max(64)
      .meta({
        title: 'Template',
        description: 'Its short name, for example approval-letter.',
        examples: ['approval-letter'],
      }),
    data: jsonObjectSchema.default({}).meta({
      title: 'Data',
      description: 'A value for each placeholder, by its name.',
      examples: [{ 'patient.name': 'Ada Lovelace' }],
    }),
    fileName: z
      .string()
      .trim()
      .max(200)
      .default('')
      .meta({
        title: 'File name',
        description: 'Of the document; empty for the name of the template.',
        examples: ['Approval'],
      }),
    flatten: z.boolean().default(false).meta({
      title: 'Flatten',
      description: 'Makes the fields of a PDF form part of its pages, so that nobody changes them.',
    }),
  }),
  output: z.object({
    file: z.object({ id: z.string(), fileName: z.string() }).nullable().meta({
      title: 'File',
      description: 'The document, as file fields of forms hold it; empty for a text or a mail.',
      phi: true,
    }),
    subject: z.string().nullable().meta({ title: 'Subject', description: 'Of a mail.', phi: true }),
    text: z
      .string()
      .nullable()
      .meta({ title: 'Text', description: 'Of a text or a mail.', phi: true }),
    html: z
      .string()
      .nullable()
      .meta({ title: 'HTML', description: 'Of a mail or an HTML document.', phi: true }),
    version: z.int().meta({
      title: 'Version',
      description:
        'Of the template: the newest when the run began that takes the data of the workflow.',
    }),
  }),
  uiSchema: {
    template: { 'ui:widget': 'template' },
    data: { 'ui:widget': 'template-data' },
    fileName: { 'ui:templates': ['docx', 'form', 'html'] },
    flatten: { 'ui:templates': ['form'] },
  },
  retry: { maxAttempts: 3, delaySeconds: 2, factor: 2, maxDelaySeconds: 60 },
  examples: [
    {
      title: 'An approval letter',
      config: {
        template: 'approval-letter',
        data: {
          date: { $: '$substring(run.startedAt, 0, 10)' },
          'patient.name': { $: 'start.patientName' },
          payer: { $: 'start.payerName' },
          services: [{ name: 'MRI of the knee', units: 1, until: '2026-12-31' }],
        },
        fileName: 'Approval',
      },
    },
  ],
  async execute({ config, context, run, idempotencyKey, services, signal }) {
    signal.throwIfAborted()
    const filled = services.fillTemplate(run.organizationId, {
      key: idempotencyKey,
      run: { id: run.id, startedAt: run.startedAt },
      workflowId: context.run.workflowId,
      timeZone: context.run.timeZone,
      template: config.template,
      data: config.data,
      fileName: config.fileName || undefined,
      flatten: config.flatten,
      signal,
    })
    return done(await fromProvider(filled))
  },
})
