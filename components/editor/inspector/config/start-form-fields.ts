import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { getFormContract } from '#lib/contracts/workflows/forms'
import { humanName } from '#lib/domain/human-name'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { kindOf, type FieldKind } from '../../model/form/kinds.ts'

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The start form of the workflow that a step runs; undefined for other steps, or unknown. */
export function useStartForm(
  type: StepTypeInfo,
  { workflow }: Record<string, unknown>,
): Schema | undefined {
  const slug = type.type === 'sub-workflow' && typeof workflow === 'string' ? workflow : ''
  const { data } = useQuery({
    ...queryOf(getFormContract, { params: { slug } }),
    staleTime: 10_000,
    enabled: slug !== '',
    retry: false,
  })
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

/** The schema of a step, with the start form of the workflow that it runs in place of JSON. */
export function withStartForm(drawn: Drawn, form: Schema | undefined): Drawn {
  const all = drawn.schema['properties']
  const before = isObject(all) ? all['startData'] : undefined
  const fields = Object.entries(isObject(form?.['properties']) ? form['properties'] : {}).filter(
    (entry): entry is [string, Schema] => isObject(entry[1]),
  )
  if (!isObject(all) || !isObject(before) || fields.length === 0) return drawn
  const startData = {
    title: before['title'],
    type: 'object',
    additionalProperties: true,
    properties: Object.fromEntries(fields.map(([name, one]) => [name, fieldOf(name, one)])),
    required: form?.['required'] ?? [],
  }
  const hints = Object.fromEntries(fields.map(([name, one]) => [name, hintOf(one)]))
  return {
    schema: {
      ...drawn.schema,
      ...(form?.['$defs'] ? { $defs: form['$defs'] } : {}),
      properties: { ...all, startData },
    },
    // What the form does not name is shown where it is there, but nobody is asked to add it.
    uiSchema: { ...drawn.uiSchema, startData: { ...hints, 'ui:options': { expandable: false } } },
  }
}

export const useWithStartForm = (drawn: Drawn, form: Schema | undefined): Drawn =>
  useMemo(() => withStartForm(drawn, form), [drawn, form])
