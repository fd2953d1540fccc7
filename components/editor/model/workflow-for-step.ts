import { humanName } from '#lib/domain/human-name'
import type { Definition, Step } from '#lib/domain/workflow/definition'

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a field of a form is, without the rules that name other fields of its form. */
const kept = ['type', 'title', 'description', 'format', 'enum', 'x-formFieldType', 'phi']
const plain = new Set<unknown>(['string', 'number', 'integer', 'boolean'])

type Field = { name: string; schema: Schema; value: { $: string } }

/**
 * A field as another workflow asks for it. What a run may not have is given as a text, which is then
 * empty: nothing is no number, no date and no choice.
 */
function fieldOf(name: string, field: Schema, isRequired: boolean): Field {
  const title = field['title'] ?? humanName(name)
  const known = Object.fromEntries(kept.flatMap((key) => (key in field ? [[key, field[key]]] : [])))
  if (isRequired) return { name, schema: { ...known, title }, value: { $: `start.${name}` } }
  const { format: _format, enum: _enum, ...text } = known
  return {
    name,
    schema: { ...text, type: 'string', title },
    value: { $: `$text(start.${name})` },
  }
}

/** The plain fields of the start form: what another workflow may need to know. */
function plainFields({ startData }: Definition): Field[] {
  const properties = isObject(startData['properties']) ? startData['properties'] : {}
  const required = Array.isArray(startData['required']) ? startData['required'] : []
  return Object.entries(properties).flatMap(([name, field]) =>
    isObject(field) && plain.has(field['type']) && /^[A-Za-z]\w*$/.test(name)
      ? [fieldOf(name, field, required.includes(name))]
      : [],
  )
}

export type WorkflowForStep = {
  name: string
  definition: Definition
  /** What the step starts it with. */
  startData: Record<string, unknown>
}

/** Of whose screen the escalation tells. */
const ofScreen = {
  screen: { type: 'string', title: 'Screen that is waiting' },
  runId: { type: 'string', title: 'Run of that screen' },
}

/**
 * A workflow that a step of another one starts: for an escalation of a screen, or as a part of the
 * work. Its form asks for what the step can give it, and a person is shown it first.
 */
export function workflowForStep(
  definition: Definition,
  step: Step,
  kind: 'escalation' | 'part',
): WorkflowForStep {
  const title = step.title || step.id
  const fields = plainFields(definition)
  const isEscalation = kind === 'escalation'
  const properties: Record<string, Schema> = {
    ...(isEscalation ? ofScreen : {}),
    ...Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
  }
  const given = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  const heading = isEscalation ? `${title}: what to do` : title
  const show = Object.entries(properties).map(([name, field]) => ({
    label: String(field['title']),
    value: { $: `start.${name}` },
  }))
  const screen: Step = {
    id: 'decide',
    type: 'screen',
    title: heading.slice(0, 200),
    after: [],
    config: {
      title: heading.slice(0, 200),
      show,
      schema: {
        type: 'object',
        properties: {
          comment: { type: 'string', title: 'Comment', 'x-formFieldType': 'long-text' },
        },
      },
    },
    position: { x: 0, y: 0 },
  }
  return {
    name: (isEscalation ? `Escalation of ${title}` : `Part: ${title}`).slice(0, 200),
    definition: { startData: { type: 'object', properties }, steps: [screen], settings: {} },
    startData: isEscalation ? { screen: title, runId: { $: 'run.id' }, ...given } : given,
  }
}
