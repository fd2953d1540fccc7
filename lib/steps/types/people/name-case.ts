import { z } from 'zod'
import { caseNameSchema, lineOf } from '#lib/domain/run/case-name'
import { patientKeyFrom } from '#lib/domain/run/patient-key'
import { defineStep, doneNaming } from '../../define-step.ts'

const maxText = 1_000

export default defineStep({
  type: 'name-case',
  version: 1,
  title: 'Name the case',
  description:
    'Gives the run a title, a second line and columns for the inbox and the lists, when they are ' +
    'not known at the start: as for a fax whose patient is read from its pages.',
  category: 'People',
  icon: 'tag',
  says: ['{title}'],
  effect: 'pure',
  config: z.strictObject({
    title: z
      .string()
      .min(1, 'A case needs a title.')
      .max(maxText)
      .meta({ title: 'Title', description: 'As “Doe, Jane”; cut at 200 characters.' }),
    subtitle: z.string().max(maxText).default('').meta({
      title: 'Second line',
      description: 'Stands below the title, as a reference or a payer.',
    }),
    columns: z
      .array(
        z.strictObject({
          label: z
            .string()
            .trim()
            .min(1)
            .max(60)
            .meta({ title: 'Label', description: 'Heads the column.' }),
          value: z.union([z.string().max(maxText), z.number(), z.boolean(), z.null()]).meta({
            title: 'Value',
            description: 'What the column shows: a value of the run, or a text.',
          }),
        }),
      )
      .max(6)
      .default([])
      .meta({ title: 'Columns', description: 'What lists show in columns of their own.' }),
    patient: z
      .union([z.string().max(maxText), z.number(), z.null()])
      .default(null)
      .meta({
        title: 'Number of the patient',
        description:
          'Cases with the same number are shown as cases of one patient. It has a digit; empty: as ' +
          'it was at the start.',
      }),
  }),
  output: caseNameSchema,
  uiSchema: {
    patient: { 'ui:widget': 'expression' },
    columns: {
      'ui:options': { addLabel: 'Add a column' },
      items: { 'ui:order': ['label', 'value'], value: { 'ui:widget': 'expression' } },
    },
  },
  examples: [
    {
      title: 'The patient and the reference',
      config: {
        title: { $: 'start.patientName' },
        subtitle: 'From a fax',
        columns: [{ label: 'Patient', value: { $: 'start.patientName' } }],
      },
    },
  ],
  async execute({ config }) {
    const columns = config.columns.flatMap(({ label, value }) => {
      const text = value === null ? null : lineOf(String(value))
      return text === null ? [] : [{ label, value: text }]
    })
    return doneNaming({
      title: lineOf(config.title),
      subtitle: lineOf(config.subtitle),
      caseColumns: columns.length > 0 ? columns : null,
      patientKey: config.patient === null ? null : patientKeyFrom(String(config.patient)),
    })
  },
})
