import { expect, test } from 'vitest'
import { definitionSchema } from '../workflow/definition.ts'
import type { StepTypeInfo } from '../workflow/step-type-info.ts'
import { checkDeadlines } from './check-deadlines.ts'
import { subjectOf } from './subject.ts'

const screenType: StepTypeInfo = {
  type: 'screen',
  version: 1,
  title: 'Screen',
  description: '',
  category: 'People',
  icon: 'monitor',
  effect: 'pure',
  uiSchema: {},
  outputSchema: {},
  configSchema: {},
  screen: true,
  examples: [],
}
const surroundings = {
  stepTypes: [screenType],
  connections: [],
  people: ['ana@example.com'],
  groups: ['0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'],
  calendars: ['office'],
  workflows: [
    { slug: 'call', name: 'Call', published: true },
    { slug: 'draft', name: 'Draft', published: false },
    { slug: 'secret', name: 'Secret', published: true, closed: true },
  ],
}

/** The places of the problems of a screen with this configuration. */
function found(config: Record<string, unknown>): string[] {
  const definition = definitionSchema.parse({
    steps: [{ id: 'look', type: 'screen', title: 'Look', config }],
  })
  return checkDeadlines(subjectOf(definition, surroundings)).map(({ path }) => String(path))
}

const due = { workingDays: 2 }
const reminder = (more: object) => ({
  due,
  reminders: [{ when: 'before-due', workingDays: 1, to: 'assignee', ...more }],
})
const escalation = (more: object) => ({
  due,
  escalations: [{ when: 'after-due', workingDays: 1, do: 'return', ...more }],
})

test.each<[object, string[]]>([
  [{}, []],
  [{ due }, []],
  [{ due: {} }, ['config.due.workingDays']],
  [{ due: { workingDays: 1, workingHours: 3 } }, ['config.due.workingDays']],
  [{ due: { workingHours: 3, at: '08:00' } }, ['config.due.at']],
  [{ due: { until: { $: 'start.at' } } }, []],
  [{ due, calendar: 'office' }, []],
  [{ due, calendar: 'gone' }, ['config.calendar']],
  [{ due, groups: ['0199D3A0-7c2e-7b1a-9a53-1f6a52f4c001', 'gone'] }, ['config.groups.1']],
  [{ due, assignees: ['ana@example.com', { $: 'start.who' }] }, []],
  [{ due, assignees: ['bob@example.com'] }, ['config.assignees.0']],
  [reminder({}), []],
  [reminder({ workingDays: 2 }), ['config.reminders.0.when']],
  [reminder({ workingDays: 2, at: '08:00' }), []],
  [reminder({ workingDays: 3, at: '08:00' }), ['config.reminders.0.when']],
  [reminder({ workingDays: undefined }), ['config.reminders.0.workingDays']],
  [reminder({ to: 'people' }), ['config.reminders.0.people']],
  [reminder({ to: 'people', people: ['ana@example.com'] }), []],
  [reminder({ to: 'people', people: ['bob@example.com'] }), ['config.reminders.0.people.0']],
  [{ ...reminder({}), due: undefined }, ['config.reminders.0.when']],
  [escalation({}), []],
  [{ ...escalation({ when: 'unassigned' }), due: undefined }, []],
  [escalation({ do: 'assign' }), ['config.escalations.0.person']],
  [escalation({ do: 'assign', person: 'Ana@example.com' }), []],
  [escalation({ do: 'assign', person: 'bob@example.com' }), ['config.escalations.0.person']],
  [escalation({ do: 'priority' }), ['config.escalations.0.priority']],
  [escalation({ do: 'start' }), ['config.escalations.0.workflow']],
  [escalation({ do: 'start', workflow: 'call' }), []],
  [escalation({ do: 'start', workflow: 'draft' }), ['config.escalations.0.workflow']],
  [escalation({ do: 'start', workflow: 'secret' }), ['config.escalations.0.workflow']],
  [escalation({ do: 'start', workflow: 'gone' }), ['config.escalations.0.workflow']],
])('of %j these are wrong: %j', (config, paths) =>
  expect(found(config as Record<string, unknown>)).toEqual(paths),
)
