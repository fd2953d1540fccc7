import type { Step } from '../workflow/definition.ts'
import { maxEffortTogether } from '../expressions/expression-effort.ts'
import { expressionsIn, parseExpression } from '../expressions/expressions.ts'
import type { References } from '../expressions/expression-references.ts'
import { isUnfinished, unfinishedRule } from '../expressions/unfinished.ts'
import { didYouMean, nearestNames } from '../workflow/nearest-names.ts'
import { outputNamesOf } from '../workflow/output-schema.ts'
import type { Problem, ProblemCode } from '../workflow/problem.ts'
import { runFields } from '../expressions/run-fields.ts'
import { nameOf, problemAt, type Check, type Subject } from './subject.ts'

/** The names of the fields of the start data, if its schema lists them. */
function startFieldsOf(schema: Record<string, unknown>): Set<string> | undefined {
  const properties = schema['properties']
  if (typeof properties !== 'object' || properties === null) return undefined
  const names = Object.keys(properties)
  return names.length > 0 ? new Set(names) : undefined
}

/** The steps that may have been meant; listing all others would be too long. */
const meant = (id: string, { graph }: Subject): string =>
  didYouMean(id, nearestNames(id, graph.steps.keys()))

/** Why an expression of `step` cannot read the output of step `id`; undefined when it can. */
function unreadableBecause(subject: Subject, step: Step, named: Step): string | undefined {
  const { graph } = subject
  const { id } = named
  if (id === step.id)
    return 'The expression reads the output of its own step, which is not there yet.'
  const [handled] = graph.handlers.get(id) ?? []
  if (handled !== undefined)
    return (
      `${nameOf(named)} handles failures: its output takes the place of the failed step's. ` +
      `Read steps.${handled}.output instead.`
    )
  const around = subject.loopsAround(step.id)
  if (around.includes(id))
    return (
      `The expression reads steps.${id}, the output of the loop around ${nameOf(step)}, which is ` +
      'not done yet. Inside the loop read item.'
    )
  const [loop] = subject.loopsAround(id).filter((each) => !around.includes(each))
  if (loop)
    return (
      `The expression reads steps.${id}, but ${nameOf(named)} runs inside the loop "${loop}", ` +
      `many times. Read steps.${loop}.output, which has the results.`
    )
  // A handler reads everything that the run has when the failure happens.
  if (graph.handlers.has(step.id) || subject.upstream(step.id).has(id)) return undefined
  return (
    `The expression reads steps.${id}, but ${nameOf(named)} does not come before ` +
    `${nameOf(step)}. Connect it before, or read another step.`
  )
}

function stepReference(subject: Subject, step: Step, path: string, id: string): Problem[] {
  const named = subject.graph.steps.get(id)
  if (!named) {
    const message = `The expression reads steps.${id}, but there is no step "${id}".`
    return [problemAt(step, path, 'unknown_step_reference', `${message}${meant(id, subject)}`)]
  }
  const reason = unreadableBecause(subject, step, named)
  return reason === undefined ? [] : [problemAt(step, path, 'reference_not_before', reason)]
}

function isDeferred(subject: Subject, step: Step, path: string): boolean {
  const fields = subject.typeOf(step)?.deferred ?? []
  return fields.some((field) => path === `config.${field}` || path.startsWith(`config.${field}.`))
}

function scopeProblems(subject: Subject, step: Step, path: string, found: References): Problem[] {
  const problems = found.steps.flatMap((id) => stepReference(subject, step, path, id))
  if (found.error && !subject.graph.handlers.has(step.id))
    problems.push(
      problemAt(
        step,
        path,
        'error_outside_handler',
        'The expression reads error, which only a step that handles failures has; ' +
          `${nameOf(step)} handles none.`,
      ),
    )
  const isInLoop = subject.loopsAround(step.id).length > 0
  if (found.item && !isInLoop && !isDeferred(subject, step, path))
    problems.push(
      problemAt(
        step,
        path,
        'item_outside_loop',
        'The expression reads item, which only a step inside a loop has: ' +
          'one that comes after the branch "each" of it.',
      ),
    )
  for (const name of found.unknown)
    problems.push(
      problemAt(
        step,
        path,
        'unknown_name',
        `There is nothing called "${name}" here. Data of the start is start.${name}, ` +
          'that of a step is steps.<id>.output.',
        'warning',
      ),
    )
  return [...problems, ...fieldProblems(subject, step, path, found)]
}

/** Warnings about fields that start data, outputs and the run do not have. */
function fieldProblems(subject: Subject, step: Step, path: string, found: References): Problem[] {
  const problems: Problem[] = []
  const warn = (
    known: Iterable<string> | undefined,
    name: string,
    code: ProblemCode,
    sentence: string,
  ): void => {
    const names = new Set(known)
    if (known && !names.has(name))
      problems.push(problemAt(step, path, code, `${sentence}${didYouMean(name, names)}`, 'warning'))
  }
  const fields = startFieldsOf(subject.definition.startData)
  for (const name of found.startFields)
    warn(fields, name, 'unknown_start_field', `The start data has no field "${name}".`)
  for (const { step: id, field } of found.outputFields ?? []) {
    const named = subject.graph.steps.get(id)
    if (!named) continue
    const message = `The output of ${nameOf(named)} has no field "${field}".`
    warn(outputNamesOf(named, subject.typeOf(named)), field, 'unknown_output_field', message)
  }
  for (const name of found.unknownRunFields ?? [])
    warn(runFields, name, 'unknown_run_field', `The run has no field "${name}".`)
  return problems
}

/**
 * The steps whose expressions together can be parsed in reasonable time, and the first step beyond.
 */
function readable({ definition: { steps } }: Subject): { read: Step[]; beyond: Step | undefined } {
  let effort = 0
  const beyond = steps.findIndex(({ config }) => {
    for (const { text } of expressionsIn(config)) effort += parseExpression(text).effort
    return effort > maxEffortTogether
  })
  return beyond < 0
    ? { read: steps, beyond: undefined }
    : { read: steps.slice(0, beyond), beyond: steps[beyond] }
}

const tooMuch =
  'Up to this step the expressions of the workflow are too long together.' +
  ' Move steps to a workflow of their own.'

/** Every expression parses and reads only existing values that are known by then. */
export const checkExpressions: Check = (subject) => {
  const { read, beyond } = readable(subject)
  const problems = read.flatMap((step) => expressionProblems(subject, step))
  return beyond
    ? [...problems, problemAt(beyond, 'config', 'invalid_expression', tooMuch)]
    : problems
}

const expressionProblems = (subject: Subject, step: Step): Problem[] =>
  expressionsIn(step.config).flatMap(({ path, text }) => {
    const at = path ? `config.${path}` : 'config'
    const parsed = parseExpression(text)
    if (isUnfinished(text)) return [problemAt(step, at, 'invalid_expression', unfinishedRule)]
    if (parsed.ok) return scopeProblems(subject, step, at, parsed.references)
    const where =
      parsed.position === undefined || text === '' ? '' : ` (at character ${parsed.position})`
    return [
      problemAt(
        step,
        at,
        'invalid_expression',
        text.trim() === ''
          ? 'Nothing is chosen or written here yet.'
          : `The expression cannot be read${where}: ${parsed.message}`,
      ),
    ]
  })
