import { z } from 'zod'
import { documentAnswerSchema } from '#lib/domain/ask/answer'
import type { AskedQuestion } from '#lib/domain/ask/asked-documents'
import { NoQuestion, questionOf } from '#lib/domain/ask/question-of'
import { askModes, type AskMode } from '#lib/domain/ask/tasks'
import { knownValuesIn } from '#lib/domain/deidentify/known-values'
import { filesOfValue } from '#lib/domain/form/multi-file'
import { jsonObjectSchema } from '#lib/domain/workflow/definition'
import { defineStep, done, PermanentStepError } from '../../define-step.ts'
import { documentFields, documentTimeoutSeconds } from '../../support/document-fields.ts'
import { fromProvider } from '../../support/from-provider.ts'

const mostFiles = 50
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value)

/** The ids of files as forms, steps and people write them: one, several, or a list of them. */
function fileIdsIn(value: unknown): string[] {
  if (isId(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(fileIdsIn)
  const several = filesOfValue(value).map(({ id }) => id)
  if (several.length > 0) return several
  const id =
    typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : undefined
  return isId(id) ? [id] : []
}

const invalid = (path: string, message: string): never => {
  throw new PermanentStepError('config_invalid', `${message} (config.${path})`, {
    path: `config.${path}`,
  })
}

/** The modes as people choose them. */
const modeWords: Record<AskMode, string> = {
  answer: 'Answer a question',
  extract: 'Extract fields',
  classify: 'Classify',
  summarise: 'Summarise',
  compare: 'Compare with a policy',
}

const configSchema = z.strictObject({
  connection: z
    .string()
    .min(1, 'Choose a connection.')
    .max(64)
    .meta({ title: 'Connection', description: 'The model to ask, or the search without a model.' }),
  files: z.unknown().meta({
    title: 'Files',
    description: 'What a file field of a form or another step gave, or ids; up to 50.',
    examples: ['0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'],
  }),
  mode: z
    .enum(askModes)
    .default('answer')
    .meta({
      title: 'What to do',
      enumNames: askModes.map((mode) => modeWords[mode]),
      description:
        'answer a question; extract fields; classify; summarise; compare with a policy: which ' +
        'of its criteria are met?',
    }),
  question: z.string().trim().max(4000).default('').meta({
    title: 'Question or instructions',
    description: 'The question to answer; otherwise what else the model should know.',
  }),
  schema: jsonObjectSchema.default({ type: 'object', properties: {} }).meta({
    title: 'Fields',
    description: 'To extract: the fields to fill.',
  }),
  classes: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(100).meta({ title: 'Class', description: 'Its name.' }),
        description: z
          .string()
          .max(1000)
          .default('')
          .meta({ title: 'Meaning', description: 'What belongs to it.' }),
      }),
    )
    .max(100)
    .default([])
    .meta({ title: 'Classes', description: 'To classify: what to choose from.' }),
  policyId: z
    .string()
    .trim()
    .max(64)
    .default('')
    .meta({ title: 'Policy', description: 'To compare: the policy with the criteria.' }),
  replaceNames: z
    .boolean()
    .default(false)
    .meta({
      title: 'Replace names and numbers first',
      description:
        'Names, dates, addresses and numbers go out as marks and are put back in the answer. ' +
        'What goes out may still tell whom it is about: it is not anonymous.',
    }),
  known: z
    .unknown()
    .optional()
    .meta({
      title: 'Known values',
      description:
        'More data whose names and numbers are to be replaced, beside the start data and what this ' +
        'step reads, such as a patient.',
    }),
  recognize: z
    .boolean()
    .default(true)
    .meta({ title: 'Read scans', description: 'Recognizes the text of pages that are pictures.' }),
  languages: documentFields.languages,
})
type Config = z.output<typeof configSchema>

function asked(config: Config): AskedQuestion {
  try {
    return questionOf(config)
  } catch (error) {
    if (!(error instanceof NoQuestion)) throw error
    return invalid(error.field, error.message)
  }
}

export default defineStep({
  type: 'ask-documents',
  version: 1,
  title: 'Ask documents',
  description: 'Reads files and answers with the places where it stands; every quote is checked.',
  category: 'Data',
  icon: 'file-search',
  says: [
    '{mode=extract}Fields of {files}',
    '{mode=classify}Which of {classes:each name}',
    '{mode=compare}By {policyId:policy}',
    '{mode=answer}{question}',
  ],
  // A second call changes nothing outside; it may cost twice, within the organization's budget.
  effect: 'read',
  connection: 'model',
  config: configSchema,
  output: documentAnswerSchema,
  uiSchema: {
    'ui:order': [
      'connection',
      'files',
      'mode',
      'question',
      'schema',
      'classes',
      'policyId',
      'replaceNames',
      'known',
      'recognize',
      'languages',
    ],
    connection: { 'ui:widget': 'connection' },
    files: { 'ui:widget': 'expression' },
    mode: {
      'ui:widget': 'select',
      'ui:description': 'What the answer is; it names the places where it stands.',
    },
    question: { 'ui:widget': 'textarea' },
    schema: { 'ui:widget': 'json-schema', 'ui:when': { mode: ['extract'] } },
    classes: { 'ui:options': { addLabel: 'Add a class' }, 'ui:when': { mode: ['classify'] } },
    policyId: { 'ui:widget': 'policy', 'ui:when': { mode: ['compare'] } },
    known: { 'ui:widget': 'expression', 'ui:options': { advanced: true } },
    recognize: { 'ui:options': { advanced: true } },
    languages: { 'ui:options': { advanced: true, addLabel: 'Add a language' } },
  },
  timeoutSeconds: documentTimeoutSeconds,
  retry: { maxAttempts: 3, delaySeconds: 10, factor: 3, maxDelaySeconds: 300 },
  examples: [
    {
      title: 'Fields of a referral',
      config: {
        connection: 'sandbox',
        files: { $: 'start.scan' },
        mode: 'extract',
        schema: {
          type: 'object',
          properties: {
            patientName: { type: 'string', title: 'Patient' },
            dateOfBirth: { type: 'string', format: 'date', title: 'Date of birth' },
            memberId: { type: 'string', title: 'Member id' },
          },
        },
      },
    },
    {
      title: 'A question',
      config: {
        connection: 'sandbox',
        files: { $: 'start.scan' },
        question: 'Which treatment is asked for, and why?',
      },
    },
  ],
  async execute({ config, context, services, run, task, signal }) {
    signal.throwIfAborted()
    const fileIds = [...new Set(fileIdsIn(config.files))]
    if (fileIds.length === 0) invalid('files', 'Name the files to read.')
    if (fileIds.length > mostFiles) invalid('files', `At most ${mostFiles} files are read at once.`)
    const question = asked(config)
    const { start, steps } = context
    const answer = await fromProvider(
      services.askDocuments(run.organizationId, {
        connection: config.connection,
        question,
        fileIds,
        recognize: config.recognize,
        languages: config.languages,
        replace: config.replaceNames
          ? knownValuesIn([start, steps, config.known ?? null])
          : undefined,
        runId: run.id,
        taskId: task.id,
        attempt: task.attempt,
        signal,
      }),
    )
    return done(answer)
  },
})
