import { z } from 'zod'
import { documentAnswerOf, type DocumentAnswer } from '#lib/domain/ask/answer'
import { reviewForm } from '#lib/domain/ask/review'
import { NoWorkingTimeError } from '#lib/domain/calendar/working-time'
import { deadlineFields, deadlineNames, type Deadlines } from '#lib/domain/deadlines/deadlines'
import { planDeadlines } from '#lib/domain/deadlines/plan'
import { placeInSchema, schemaProblems } from '#lib/domain/json-schema/problems'
import type { PlannedAction } from '#lib/domain/run/planned-action'
import type { ScreenState } from '#lib/domain/run/screen-state'
import { jsonObjectSchema } from '#lib/domain/workflow/definition'
import {
  defineStep,
  done,
  PermanentStepError,
  suspend,
  type StepExecution,
} from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

const shown = z.strictObject({
  label: z
    .string()
    .min(1)
    .max(200)
    .meta({ title: 'Label', description: 'Stands above the value.' }),
  value: z.unknown().meta({
    title: 'Value',
    description: 'What the screen shows: a value of the run, or several by their names.',
  }),
  format: z
    .enum(['text', 'markdown', 'table', 'json', 'answer'])
    .default('text')
    .meta({
      title: 'As',
      enumNames: ['Text', 'Formatted text', 'Table', 'Data as it is', 'Answer about documents'],
      description:
        'A table needs a list of rows. Formatted text is Markdown. Answer: what a step ' +
        '“Ask documents” gave, with its places in the documents.',
    }),
})

/** An answer without documents, for the suite of all steps. */
const exampleAnswer: DocumentAnswer = {
  values: { patient: null },
  fields: [
    {
      name: 'patient',
      title: 'Patient',
      value: null,
      state: 'missing',
      problem: null,
      confidence: 0,
      places: [],
    },
  ],
  note: null,
  files: [],
  model: null,
  prompt: 'rules/1',
  usage: { inputTokens: 0, outputTokens: 0 },
  dollars: 0,
  replaced: false,
}

/** The answer that a person is to check, and the form with its fields in front. */
function reviewOf(value: unknown, schema: Record<string, unknown>, data: Record<string, unknown>) {
  if (value === undefined) {
    const names = Object.keys((schema['properties'] ?? {}) as object)
    return { schema, data, order: [...names, '*'] }
  }
  const review = documentAnswerOf(value)
  if (!review)
    throw new PermanentStepError(
      'config_invalid',
      'There is no answer to check: take what a step “Ask documents” gave. (config.review)',
      { path: 'config.review' },
    )
  return { review, ...reviewForm(review, schema, data) }
}

/** Whom a step chose for its screen, as `namesOf` (lib/domain/access) says who somebody is. */
const candidatesOf = (assignees: string[], groups: string[]): string[] => [
  ...assignees.map((one) =>
    one.includes('@') ? `mail:${one.toLowerCase()}` : `person:${one.toLowerCase()}`,
  ),
  ...groups.map((group) => `group:${group.toLowerCase()}`),
]

/** The plan to give the screen to the one person whom it is for; nothing where there are several. */
function givenAtOnce(isOn: boolean, assignees: string[], groups: string[]): PlannedAction[] {
  const [person, ...others] = assignees
  if (!isOn || person === undefined || others.length + groups.length > 0) return []
  return [{ at: new Date().toISOString(), do: 'assign', when: 'opening', person }]
}

/** Those, and who stands in for those of them who are away. */
async function presentToo(candidates: string[], { run, services, signal }: Opening) {
  if (candidates.every((name) => name.startsWith('group:'))) return candidates
  signal.throwIfAborted()
  return [...candidates, ...(await services.standIns(run.organizationId, candidates))]
}

type Opening = Pick<StepExecution<unknown, undefined>, 'run' | 'services' | 'signal'>

/** When the screen that opens now is due, and what happens when nobody does it. */
async function deadlinesOf(
  deadlines: Deadlines,
  groups: string[],
  opening: Opening,
): Promise<Pick<ScreenState, 'dueAt' | 'actions' | 'calendar'>> {
  const { due, calendar, reminders, escalations } = deadlines
  if (!due && reminders.length === 0 && escalations.length === 0) return {}
  const { run, services, signal } = opening
  signal.throwIfAborted()
  const time = await fromProvider(services.workingTime(run.organizationId, calendar, groups))
  try {
    const { dueAt, actions } = planDeadlines(deadlines, new Date(), time)
    return {
      ...(dueAt ? { dueAt: dueAt.toISOString() } : {}),
      ...(actions.length > 0 ? { actions } : {}),
      ...(calendar === undefined ? {} : { calendar }),
    }
  } catch (error) {
    if (error instanceof NoWorkingTimeError)
      throw new PermanentStepError('no_working_time', error.message)
    throw error
  }
}

/** They are drawn by a part of the inspector of their own. */
const drawnApart = Object.fromEntries(
  deadlineNames.map((name) => [name, { 'ui:widget': 'hidden', 'ui:options': { apart: true } }]),
)

export default defineStep({
  type: 'screen',
  version: 1,
  title: 'Screen',
  description: 'Asks a person: shows what is known, and waits for what they fill in.',
  category: 'People',
  icon: 'monitor',
  says: ['For {assignees}', 'For {groups:count group}', '{title}'],
  effect: 'pure',
  screen: true,
  config: z.strictObject({
    title: z
      .string()
      .trim()
      .min(1, 'A screen needs a title.')
      .max(200)
      .meta({ title: 'Title', description: 'The heading in the inbox and on the screen.' }),
    instructions: z
      .string()
      .max(20_000)
      .default('')
      .meta({ title: 'Instructions', description: 'What the person is to do; Markdown.' }),
    show: z
      .array(shown)
      .max(50)
      .default([])
      .meta({ title: 'Show', description: 'Values shown above the form.' }),
    review: z
      .unknown()
      .optional()
      .meta({
        title: 'Answer to check',
        description:
          'What a step “Ask documents” gave: the person corrects its fields beside the pages. ' +
          'They become the first fields of the form, and of the output.',
        examples: [exampleAnswer],
      }),
    schema: jsonObjectSchema
      .refine((schema) => schema['type'] === 'object', {
        error: 'The form must be a JSON Schema with "type": "object".',
      })
      .default({ type: 'object', properties: {} })
      .meta({
        title: 'Form',
        description:
          'The fields that the person fills in. What they fill in is there for the steps after this one.',
      }),
    uiSchema: jsonObjectSchema.default({}).meta({
      title: 'Form layout',
      description: 'How its fields are shown, for who writes code.',
    }),
    data: jsonObjectSchema
      .default({})
      .meta({ title: 'Filled in before', description: 'What the form starts with.' }),
    assignees: z.array(z.string().trim().min(1).max(254)).max(200).default([]).meta({
      title: 'People',
      description:
        'Who may do it: members by e-mail address or id. Empty: as the access rules say.',
    }),
    groups: z.array(z.string().trim().min(1).max(100)).max(200).default([]).meta({
      title: 'Groups',
      description:
        'Whose people may do it: groups of a directory, by id. Empty: as the access rules say.',
    }),
    assignAtOnce: z
      .boolean()
      .default(false)
      .meta({
        title: 'Assign at once',
        description:
          'When People is exactly one person and Groups is empty, they get the screen when it ' +
          'opens and are told. Without it the screen waits until they take it.',
      }),
    ...deadlineFields,
  }),
  output: z.unknown().meta({
    title: 'What was filled in',
    description: 'As the form says, or as the code before completing returned it.',
  }),
  uiSchema: {
    'ui:order': [
      'title',
      'instructions',
      'show',
      'review',
      'schema',
      'data',
      'assignees',
      'groups',
      'assignAtOnce',
      'uiSchema',
      ...deadlineNames,
    ],
    instructions: { 'ui:widget': 'markdown' },
    show: {
      'ui:options': { addLabel: 'Show a value' },
      items: { 'ui:order': ['label', 'value', 'format'], value: { 'ui:widget': 'expression' } },
    },
    review: { 'ui:widget': 'expression', 'ui:options': { takes: 'object' } },
    schema: { 'ui:widget': 'json-schema' },
    data: { 'ui:widget': 'json' },
    assignees: { 'ui:widget': 'people' },
    groups: { 'ui:widget': 'groups' },
    uiSchema: { 'ui:widget': 'json', 'ui:options': { advanced: true } },
    ...drawnApart,
  },
  examples: [
    {
      title: 'Approve or deny',
      config: {
        title: 'Review the request',
        instructions: 'Read the request, then decide.',
        show: [{ label: 'Request', value: { $: 'start' }, format: 'json' }],
        schema: {
          type: 'object',
          required: ['decision'],
          properties: {
            decision: { type: 'string', title: 'Decision', enum: ['approved', 'denied'] },
          },
        },
      },
    },
    {
      title: 'Check an answer beside its pages',
      config: {
        title: 'Check the referral',
        review: { $: 'start.answer' },
        schema: { type: 'object', properties: { note: { type: 'string', title: 'Note' } } },
      },
    },
    {
      title: 'Due in two working days, with a reminder',
      config: {
        title: 'Call the patient',
        due: { workingDays: 2 },
        reminders: [{ when: 'before-due', workingHours: 4, to: 'assignee' }],
        escalations: [{ when: 'unassigned', workingHours: 2, do: 'priority', priority: 10 }],
      },
    },
  ],
  async execute({ config, run, services, signal }) {
    const { assignees, groups, assignAtOnce, review: answer, ...rest } = config
    const { due, calendar, reminders, escalations, ...given } = rest
    const form = reviewOf(answer, config.schema, config.data)
    // A fixed form was checked at publish; a form from an expression is known only now.
    const [problem] = schemaProblems(form.schema)
    if (problem) {
      const path = placeInSchema('config.schema', problem.pointer)
      throw new PermanentStepError(
        'config_invalid',
        `The form of this screen cannot be used: ${problem.message} (${path})`,
        { path },
      )
    }
    // The state of a task is `jsonb`, which loses the order of properties, so the order of the
    // form's author is stored here.
    const { order, ...drawn } = form
    const opening = { run, services, signal }
    const candidates = await presentToo(candidatesOf(assignees, groups), opening)
    const deadlines = { due, calendar, reminders, escalations }
    const atOnce = givenAtOnce(assignAtOnce, assignees, groups)
    const planned = await deadlinesOf(deadlines, groups, opening)
    const actions = [...atOnce, ...(planned.actions ?? [])]
    return suspend({
      reason: 'screen',
      screen: {
        ...given,
        ...drawn,
        ...planned,
        ...(actions.length > 0 ? { actions } : {}),
        uiSchema: { 'ui:order': order, ...config.uiSchema },
        ...(candidates.length > 0 ? { candidates } : {}),
      },
    })
  },
  async resume({ answer }) {
    return done(answer ?? null)
  },
})
