import { expressionsIn } from '../expressions/expressions.ts'
import { dataIssues, isObject, nestedData, unusedNames, valueAt } from '../template/fill-data.ts'
import { placeholdersWithout } from '../template/given-data.ts'
import type { TemplateField } from '../template/template.ts'
import type { Step } from '../workflow/definition.ts'
import { isExpression } from '../workflow/is-expression.ts'
import { fieldsWithWidget } from '../workflow/fields-with-widget.ts'
import type { Problem } from '../workflow/problem.ts'
import { nameOf, problemAt, type Check, type KnownTemplate } from './subject.ts'

/** Whether expressions decide if this value is right: its own, or those that Word finds around it. */
function isComputed({ name, type }: TemplateField, nested: object, { format }: KnownTemplate) {
  const own = expressionsIn(valueAt(nested, name))
  return (
    own.length > 0 || (type === 'rows' && format === 'docx' && expressionsIn(nested).length > 0)
  )
}

/** Values that the author wrote and that do not suit their placeholder. */
function valueProblems(
  step: Step,
  path: string,
  template: KnownTemplate,
  data: Record<string, unknown>,
): Problem[] {
  const nested = nestedData(data)
  return template.fields.flatMap((field): Problem[] => {
    const value = valueAt(nested, field.name)
    if (value === undefined || value === null || value === '') return []
    if (isComputed(field, nested, template)) return []
    return dataIssues([field], nested, template.format).map(({ message }) =>
      problemAt(step, `${path}.${field.name}`, 'wrong_placeholder_value', message),
    )
  })
}

/** What the newest version takes otherwise than the one that the workflow was published with. */
function changeProblems(step: Step, path: string, { name, changes = [] }: KnownTemplate) {
  return changes.map(({ field, message }) =>
    problemAt(
      step,
      field === null ? path : `${path}.${field}`,
      'template_changed',
      `“${name}” was changed since this workflow was published: ${message} Runs use the version ` +
        'of before until you publish.',
      'warning',
    ),
  )
}

function dataProblems(step: Step, at: string, template: KnownTemplate, data: unknown): Problem[] {
  const path = `config.${at}`
  if (isExpression(data)) return []
  const { fields } = template
  const given = isObject(data) ? data : {}
  const missing = placeholdersWithout(fields, given).map(({ name, where }) =>
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
  return [
    ...missing,
    ...unknown,
    ...valueProblems(step, path, template, given),
    ...changeProblems(step, path, template),
  ]
}

/** Templates that steps name exist, and every placeholder of theirs gets a value that suits it. */
export const checkTemplates: Check = (subject) =>
  subject.definition.steps.flatMap((step) => {
    const { uiSchema = {} } = subject.typeOf(step) ?? {}
    const [field] = fieldsWithWidget('template', uiSchema)
    const [dataField] = fieldsWithWidget('template-data', uiSchema)
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
      : dataProblems(step, dataField, found, step.config[dataField])
  })
