import { emptyDefinition, type Definition } from '#lib/domain/workflow/definition'

export type Template = { id: string; title: string; description: string; definition: Definition }

const intake: Definition = {
  startData: {
    type: 'object',
    required: ['patientName', 'request'],
    properties: {
      patientName: { type: 'string', title: 'Patient name' },
      request: { type: 'string', title: 'What is asked for', 'x-formFieldType': 'long-text' },
      documents: {
        type: 'array',
        title: 'Documents',
        'x-formFieldType': 'multi-file',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, fileName: { type: 'string' } },
          required: ['id', 'fileName'],
        },
      },
    },
  },
  steps: [
    {
      id: 'review',
      type: 'screen',
      title: 'Review the request',
      after: [],
      priority: 0,
      config: {
        title: 'Review the request',
        instructions: 'Read the request, then decide.',
        show: [
          { label: 'Patient', value: { $: 'start.patientName' }, format: 'text' },
          { label: 'Request', value: { $: 'start.request' }, format: 'text' },
        ],
        schema: {
          type: 'object',
          required: ['decision'],
          properties: {
            decision: { type: 'string', title: 'Decision', enum: ['approved', 'denied'] },
            comment: { type: 'string', title: 'Comment', 'x-formFieldType': 'long-text' },
          },
        },
        data: {},
        uiSchema: {},
      },
      position: { x: 0, y: 0 },
    },
    {
      id: 'approved',
      type: 'condition',
      title: 'Approved?',
      after: [{ step: 'review' }],
      branchLabels: { true: 'Approved', false: 'Denied' },
      config: { when: { $: 'steps.review.output.decision = "approved"' } },
      position: { x: 0, y: 120 },
    },
    {
      id: 'result',
      type: 'transform',
      title: 'Approved',
      after: [{ step: 'approved', via: 'true' }],
      config: {
        value: {
          $: '{ "patient": start.patientName, "approved": true, "comment": steps.review.output.comment }',
        },
      },
      position: { x: -136, y: 266 },
    },
    {
      id: 'refusal',
      type: 'transform',
      title: 'Denied',
      after: [{ step: 'approved', via: 'false' }],
      config: {
        value: {
          $: '{ "patient": start.patientName, "approved": false, "comment": steps.review.output.comment }',
        },
      },
      position: { x: 136, y: 266 },
    },
  ],
  settings: {},
}

const check: Definition = {
  startData: {
    type: 'object',
    properties: {
      day: {
        type: 'string',
        format: 'date',
        title: 'Day',
        description: 'Empty: the day of the run.',
      },
    },
  },
  steps: [
    {
      id: 'collect',
      type: 'code',
      title: 'Collect',
      after: [],
      config: {
        source:
          'export default async ({ start, run }) => {\n  const day = start?.day ?? ' +
          'run.startedAt.slice(0, 10)\n  return { day, open: [] as string[] }\n}\n',
        timeoutSeconds: 10,
      },
      position: { x: 0, y: 0 },
    },
    {
      id: 'any_open',
      type: 'condition',
      title: 'Anything open?',
      after: [{ step: 'collect' }],
      branchLabels: { true: 'Open', false: 'Nothing open' },
      config: { when: { $: '$count(steps.collect.output.open) > 0' } },
      position: { x: 0, y: 120 },
    },
    {
      id: 'summary',
      type: 'transform',
      title: 'Summary',
      after: [{ step: 'any_open', via: 'true' }],
      config: {
        value: {
          $: '{ "day": steps.collect.output.day, "count": $count(steps.collect.output.open) }',
        },
      },
      position: { x: 0, y: 266 },
    },
  ],
  settings: {},
}

/** The templates for a new workflow. */
export const templates: Template[] = [
  { id: 'blank', title: 'Blank', description: 'An empty canvas.', definition: emptyDefinition },
  {
    id: 'intake',
    title: 'Intake form with review',
    description: 'A form, a screen where a person decides, and two ways on.',
    definition: intake,
  },
  {
    id: 'check',
    title: 'Nightly check',
    description: 'No person in it: collects, checks, sums up.',
    definition: check,
  },
]
