import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { valueAt } from '../expressions/written/path.ts'
import type { Step } from '../workflow/definition.ts'
import { isExpression } from '../workflow/is-expression.ts'
import type { Problem } from '../workflow/problem.ts'
import type { StepTypeInfo } from '../workflow/step-type-info.ts'
import { withExpressions } from './or-expression.ts'
import { sentencesOf } from '../json-schema/schema-error.ts'
import { nameOf, problemAt, type Check, type Subject } from './subject.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true, addUsedSchema: false })
;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)

/** One compiled check for each step type, as long as its info is in memory. */
const compiled = new WeakMap<StepTypeInfo, ValidateFunction>()
function validatorOf(info: StepTypeInfo): ValidateFunction {
  const known = compiled.get(info) ?? ajv.compile(withExpressions(info.configSchema))
  compiled.set(info, known)
  return known
}

function connectionProblem(
  subject: Subject,
  step: Step,
  kind: string,
  isOptional: boolean,
): Problem[] {
  const slug = step.config['connection']
  if (isExpression(slug)) return []
  if (isOptional && (slug === undefined || slug === '')) return []
  const slugs = subject.connections
    .filter((connection) => connection.kind === kind)
    .map((connection) => connection.slug)
  const known =
    slugs.length > 0
      ? `There is: ${slugs.join(', ')}.`
      : `There is none of the kind "${kind}" yet; add one under Connections.`
  if (slug === undefined || slug === '')
    return [
      problemAt(
        step,
        'config.connection',
        'missing_connection',
        `${nameOf(step)} needs a connection. ${known}`,
      ),
    ]
  if (typeof slug === 'string' && !slugs.includes(slug))
    return [
      problemAt(
        step,
        'config.connection',
        'unknown_connection',
        `There is no connection "${slug}" of the kind "${kind}". ${known}`,
      ),
    ]
  return []
}

/** Whether an entry of a list is there and has no value yet, as one that was just added. */
function isNewEntry(config: Step['config'], path: string): boolean {
  const names = path.split('.')
  const list = valueAt(config, names.slice(0, -1))
  return Array.isArray(list) && (list[Number(names.at(-1))] ?? null) === null
}

/**
 * Each config fits the schema of its step type, where an expression may replace any value; its
 * connection exists.
 */
export const checkConfigs: Check = (subject) =>
  subject.definition.steps.flatMap((step) => {
    const info = subject.typeOf(step)
    if (!info) return []
    const problems = info.connection
      ? connectionProblem(subject, step, info.connection, info.connectionOptional === true)
      : []
    const reportedPaths = new Set(problems.map((problem) => problem.path))
    const validate = validatorOf(info)
    if (validate(step.config)) return problems
    const sentences = sentencesOf(validate.errors ?? []).map(({ path, message }) => ({
      path: path ? `config.${path}` : 'config',
      message: isNewEntry(step.config, path) ? 'This is missing.' : message,
    }))
    return [
      ...problems,
      ...sentences
        .filter(({ path }) => !reportedPaths.has(path))
        .map(({ path, message }) => problemAt(step, path, 'invalid_config', message)),
    ]
  })
