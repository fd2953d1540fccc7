import type { ErrorSchema } from '@rjsf/utils'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { getTemplateContract } from '#lib/contracts/data/templates'
import type { TemplateColumn, TemplateField } from '#lib/domain/template/template'
import type { TemplateFormat } from '#lib/domain/template/template-words'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The field of a config that this widget edits. */
function fieldWith(widget: string, { uiSchema }: StepTypeInfo): string | undefined {
  const found = Object.entries(uiSchema).find(
    ([, hint]) => isObject(hint) && hint['ui:widget'] === widget,
  )
  return found?.[0]
}

/** The placeholders of a template, and how it is written. */
export type Placeholders = { fields: TemplateField[]; format: TemplateFormat }

/** The placeholders of the template that a step names; none for other steps. */
export function usePlaceholders(
  type: StepTypeInfo,
  config: Record<string, unknown>,
): Placeholders | undefined {
  const field = fieldWith('template', type)
  const slug = field === undefined ? undefined : config[field]
  const template = typeof slug === 'string' ? slug : ''
  const { data } = useQuery({
    ...queryOf(getTemplateContract, { params: { template } }),
    staleTime: 10_000,
    enabled: template !== '',
    retry: false,
  })
  return useMemo(
    () =>
      template === '' || !data ? undefined : { fields: data.fields, format: data.source.format },
    [template, data],
  )
}

const choiceOf = ({ options = [], multiple }: Partial<TemplateField>): Schema =>
  multiple
    ? { type: 'array', uniqueItems: true, items: { type: 'string', enum: options } }
    : { type: 'string', enum: options }

function schemaOf({ name, type }: TemplateColumn, more: Partial<TemplateField>): Schema {
  const { label, maxLength } = more
  const title = label ?? (name === '.' ? 'Text' : name)
  // The name of a field in a form says little, but expressions and problems call it so.
  const named = label === undefined ? { title } : { title, description: name }
  if (type === 'yes-no') return { ...named, type: 'boolean' }
  if (type === 'choice') return { ...named, ...choiceOf(more) }
  if (type === 'text')
    return { ...named, type: 'string', ...(maxLength === undefined ? {} : { maxLength }) }
  if (type === 'picture') return { title, description: 'A file: PNG or JPEG.' }
  const columns = more.columns ?? []
  const isPlain = columns.length === 1 && columns[0]?.name === '.'
  const properties = Object.fromEntries(
    columns.map((column) => [column.name, schemaOf(column, {})]),
  )
  const items = isPlain ? { type: 'string' } : { type: 'object', properties }
  return { title, description: 'A list.', type: 'array', items }
}

/** Lists and pictures nearly always come from earlier steps. */
function hintOf({ type, multiline }: TemplateField): Schema {
  if (type === 'rows' || type === 'picture') return { 'ui:widget': 'expression' }
  return multiline ? { 'ui:widget': 'textarea' } : {}
}

/** Whether a setting is of use for a template of this format (`ui:templates` of its hint). */
const isOfUse = (hint: unknown, format: TemplateFormat | undefined): boolean => {
  const formats = isObject(hint) ? hint['ui:templates'] : undefined
  return !Array.isArray(formats) || format === undefined || formats.includes(format)
}

/** The schema of a step that fills a template, with a field for each placeholder. */
export function withPlaceholders(
  type: StepTypeInfo,
  placeholders: Placeholders | undefined,
): { schema: Schema; uiSchema: Schema } {
  const { configSchema: schema, uiSchema } = type
  const field = fieldWith('template-data', type)
  if (field === undefined) return { schema, uiSchema }
  const all = isObject(schema['properties']) ? schema['properties'] : {}
  const properties = Object.fromEntries(
    Object.entries(all).filter(([name]) => isOfUse(uiSchema[name], placeholders?.format)),
  )
  const before = isObject(properties[field]) ? properties[field] : {}
  const fields = placeholders?.fields ?? []
  const own = {
    title: before['title'],
    type: 'object',
    additionalProperties: true,
    properties: Object.fromEntries(fields.map((one) => [one.name, schemaOf(one, one)])),
  }
  const hints = Object.fromEntries(fields.map((one) => [one.name, hintOf(one)]))
  return {
    schema: { ...schema, properties: { ...properties, [field]: own } },
    uiSchema: { ...uiSchema, [field]: hints },
  }
}

/** The errors with those of dotted placeholders at their fields: `patient.name` is one name. */
export function atPlaceholders(
  type: StepTypeInfo,
  placeholders: Placeholders | undefined,
  errors: ErrorSchema,
): ErrorSchema {
  const field = fieldWith('template-data', type)
  const data = field === undefined ? undefined : (errors as Schema)[field]
  if (!isObject(data)) return errors
  for (const { name } of placeholders?.fields ?? []) {
    let node: unknown = data
    for (const part of name.split('.')) node = isObject(node) ? node[part] : undefined
    if (name.includes('.') && isObject(node)) {
      data[name] = { __errors: node['__errors'] }
      delete node['__errors']
    }
  }
  return errors
}
