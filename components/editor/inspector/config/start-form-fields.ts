import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { getFormContract } from '#lib/contracts/workflows/forms'
import { humanName } from '#lib/domain/human-name'
import { isExpression } from '#lib/domain/workflow/is-expression'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { kindOf, type FieldKind } from '../../model/form/kinds.ts'

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The form that a step fills in: the start form of the workflow that it runs, or a screen's own;
 * undefined for other steps, or unknown.
 */
export function useStartForm(
  type: StepTypeInfo,
  { workflow, schema }: Record<string, unknown>,
): Schema | undefined {
  const slug = type.type === 'sub-workflow' && typeof workflow === 'string' ? workflow : ''
  const { data } = useQuery({
    ...queryOf(getFormContract, { params: { slug } }),
    staleTime: 10_000,
    enabled: slug !== '',
    retry: false,
  })
  if (type.screen) return isObject(schema) && !isExpression(schema) ? schema : undefined
  return slug === '' ? undefined : data?.schema
}

/** Kinds that nearly always come from earlier values as a whole. */
const whole = new Set<FieldKind>([
  'multi-choice',
  'multi-file',
  'signature',
  'address',
  'list',
  'alternatives',
  'other',
])

/** A field of the start form as a field of a configuration, which begins empty. */
function fieldOf(name: string, property: Schema): Schema {
  const { default: _default, readOnly: _readOnly, ...rest } = property
  const title = property['title'] ?? humanName(name)
  const { description } = property
  // Of these the parts are never drawn.
  if (whole.has(kindOf(property))) return { title, ...(description ? { description } : {}) }
  return { ...rest, title }
}

function hintOf(property: Schema): Schema {
  const kind = kindOf(property)
  if (whole.has(kind)) return { 'ui:widget': 'expression' }
  return kind === 'long-text' ? { 'ui:widget': 'textarea' } : {}
}

type Drawn = { schema: Schema; uiSchema: Schema }

/** What a step fills a form with. */
const filled = ['startData', 'data']

/** The schema of a step, with the fields of the form that it fills in place of values of any name. */
export function withStartForm(drawn: Drawn, form: Schema | undefined): Drawn {
  const all = drawn.schema['properties']
  const field = filled.find((name) => isObject(all) && isObject(all[name])) ?? ''
  const before = isObject(all) ? all[field] : undefined
  const fields = Object.entries(isObject(form?.['properties']) ? form['properties'] : {}).filter(
    (entry): entry is [string, Schema] => isObject(entry[1]),
  )
  if (!isObject(all) || !isObject(before) || fields.length === 0) return drawn
  const values = {
    title: before['title'],
    type: 'object',
    additionalProperties: true,
    properties: Object.fromEntries(fields.map(([name, one]) => [name, fieldOf(name, one)])),
    // A person fills in what a screen does not begin with.
    required: field === 'startData' ? (form?.['required'] ?? []) : [],
  }
  const hints = Object.fromEntries(fields.map(([name, one]) => [name, hintOf(one)]))
  return {
    schema: {
      ...drawn.schema,
      ...(form?.['$defs'] ? { $defs: form['$defs'] } : {}),
      properties: { ...all, [field]: values },
    },
    // What the form does not name is shown where it is there, but nobody is asked to add it.
    uiSchema: { ...drawn.uiSchema, [field]: { ...hints, 'ui:options': { expandable: false } } },
  }
}

export const useWithStartForm = (drawn: Drawn, form: Schema | undefined): Drawn =>
  useMemo(() => withStartForm(drawn, form), [drawn, form])
