import { isObject, nestedData, unusedNames } from '../template/fill-data.ts'
import type { TemplateField } from '../template/template.ts'
import { isExpression, type Step } from '../workflow/definition.ts'
import type { Problem } from '../workflow/problem.ts'
import { nameOf, problemAt, type Check, type Subject } from './subject.ts'

/** The fields of a step's config that a widget of this name edits. */
function fieldsWith(widget: string, step: Step, subject: Subject): string[] {
  return Object.entries(subject.typeOf(step)?.uiSchema ?? {}).flatMap(([field, hint]) =>
    isObject(hint) && hint['ui:widget'] === widget ? [field] : [],
  )
}

/** Whether data has a value for a dotted name, or an expression that may give one. */
function mayHave(data: unknown, name: string): boolean {
  let value = data
  for (const part of name.split('.')) {
    if (isExpression(value)) return true
    if (!isObject(value) || !Object.hasOwn(value, part)) return false
    value = value[part]
  }
  return value !== undefined && value !== null && value !== ''
}

function dataProblems(step: Step, at: string, fields: TemplateField[], data: unknown): Problem[] {
  const path = `config.${at}`
  if (isExpression(data)) return []
  const given = isObject(data) ? data : {}
  const nested = nestedData(given)
  const missing = fields
    .filter(({ name, optional }) => !optional && !mayHave(nested, name))
    .map(({ name, where }) =>
      problemAt(
        step,
        `${path}.${name}`,
        'missing_placeholder',
        `${nameOf(step)} gives no value for the placeholder “${name}”, which the template has ` +
          `${where}.`,
      ),
    )
  const unknown = unusedNames(fields, given).map(({ path: name, message }) =>
    problemAt(step, `${path}.${name}`, 'unknown_placeholder', message),
  )
  return [...missing, ...unknown]
}

/** Templates that steps name exist, and every placeholder of theirs gets a value. */
export const checkTemplates: Check = (subject) =>
  subject.definition.steps.flatMap((step) => {
    const [field] = fieldsWith('template', step, subject)
    const [dataField] = fieldsWith('template-data', step, subject)
    const slug = field === undefined ? undefined : step.config[field]
    if (!subject.templates || typeof slug !== 'string' || slug === '') return []
    const found = subject.templates.find((template) => template.slug === slug)
    if (!found)
      return [
        problemAt(
          step,
          `config.${field}`,
          'unknown_template',
          `There is no template “${slug}”. Choose one, or add it under Templates.`,
        ),
      ]
    return dataField === undefined
      ? []
      : dataProblems(step, dataField, found.fields, step.config[dataField])
  })
