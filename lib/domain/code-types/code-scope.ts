import type { Definition, Step } from '../workflow/definition.ts'
import { isExpression } from '../workflow/is-expression.ts'
import { bodiesOf, innermostLoops } from '../workflow/loops.ts'
import { outputNamesOf, outputSchemaOf } from '../workflow/output-schema.ts'
import type { StepTypeInfo } from '../workflow/step-type-info.ts'
import { StepsBefore, type StepBefore } from './steps-before.ts'
import { commentOf, nameInType, typeOfSchema } from './type-of-schema.ts'

type Schema = Record<string, unknown>
type Types = ReadonlyMap<string, StepTypeInfo>

/** Where the code of a step stands: in its configuration, or in the hook of its screen. */
export type CodePlace = 'step' | 'hook'

/** The name of the type of a code's argument. */
export const inputType = 'CodeInput'

const runType = `interface Run {
  readonly id: string
  /** What people quote of the run. */ readonly reference: string
  readonly workflowId: string
  readonly workflowName: string
  /** When the run started. */ readonly startedAt: string
  /** When a schedule planned it; otherwise when it started. */ readonly plannedAt: string
  /** What started it: manual, form, api, schedule, retry, parent, mail or fax. */ readonly trigger: string
  readonly timeZone: string
}`

const failureType = `interface Failure {
  /** The same for every failure of its kind. */ readonly code: string
  readonly message: string
  readonly details?: any
  /** The step that failed. */ readonly stepId?: string
  /** How often it was tried. */ readonly attempt?: number
}`

const stepTaskType =
  'interface Task { readonly id: string; readonly stepId: string; readonly attempt: number }'
const screenTaskType =
  'interface Task { readonly id: string; readonly stepId: string; readonly priority: number }'
const userType =
  'interface User { readonly id: string; readonly name: string; ' +
  'readonly email: string | null; readonly role: string }'

/** What each round of a `while` loop gets. */
const roundType =
  '{\n/** How many rounds are done. */ index: number;\n' +
  '/** The output of the round before; null at first. */ last: any }'

/** An object type is an interface, so that messages and hints call it by its name. */
function declare(name: string, type: string): string {
  return type.startsWith('{') ? `interface ${name} ${type}` : `type ${name} = ${type}`
}

function outputTypeOf(step: Step, type: StepTypeInfo | undefined): string {
  // The hook of a screen or the handler of a failure may have replaced it by anything.
  if (step.before_complete !== undefined || step.on_failure?.then === 'continue') return 'any'
  const schema = outputSchemaOf(step, type)
  if (type?.screen && outputNamesOf(step, type) === undefined) return 'any'
  return typeOfSchema(schema, { closed: type?.screen === true })
}

/** The schema of a value below another, by the names that lead there. */
function below(schema: Schema | undefined, names: string[]): Schema | undefined {
  let found = schema
  for (const name of names) {
    const properties = found?.['properties']
    const next =
      typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name)
        ? (properties as Record<string, unknown>)[name]
        : undefined
    found = typeof next === 'object' && next !== null ? (next as Schema) : undefined
  }
  return found
}

/** The items of a list that a loop reads by its name; `any` where an expression computes them. */
function itemTypeOf(loop: Step, definition: Definition, types: Types): string {
  if (loop.type === 'while') return roundType
  const { items } = loop.config
  if (!isExpression(items) || !/^[a-z_$][\w$.]*$/i.test(items.$.trim())) return 'any'
  const [root, ...names] = items.$.trim().split('.')
  if (root === 'start') return itemsOf(below(definition.startData, names), true)
  const [id, output, ...path] = names
  const step = definition.steps.find((each) => each.id === id)
  if (root !== 'steps' || output !== 'output' || !step) return 'any'
  const type = types.get(step.type)
  if (outputTypeOf(step, type) === 'any') return 'any'
  return itemsOf(below(outputSchemaOf(step, type), path), type?.screen === true)
}

function itemsOf(schema: Schema | undefined, closed: boolean): string {
  const items = schema?.['items']
  return typeof items === 'object' && items !== null
    ? typeOfSchema(items as Schema, { closed })
    : 'any'
}

/** Of steps that the code does not name only the name: a workflow may have hundreds. */
function stepsType(before: StepBefore[], code: string, typeOf: (step: Step) => string): string {
  const lines = before.map(({ step, surely }) => {
    const output = code.includes(step.id) ? typeOf(step) : 'any'
    const note = surely ? '' : 'Not there when the run took another branch'
    const comment = commentOf(step.title === step.id ? '' : step.title, note)
    return `  ${comment}readonly ${nameInType(step.id)}${surely ? '' : '?'}: { readonly output: ${output} }`
  })
  return ['interface Steps {', ...lines, '}'].join('\n')
}

/** What the code of the steps of a definition gets, as TypeScript declarations. */
export class CodeScopes {
  readonly #definition: Definition
  readonly #types: Types
  readonly #before: StepsBefore
  readonly #innermost: Map<string, string>
  readonly #outputs = new Map<string, string>()
  #start: string | undefined

  constructor(definition: Definition, types: Types) {
    this.#definition = definition
    this.#types = types
    this.#before = new StepsBefore(definition.steps, types)
    this.#innermost = innermostLoops(bodiesOf(definition.steps))
  }

  /**
   * Declares `CodeInput`, the argument of this code of a step, and the types that it is made of.
   */
  of(step: Step, place: CodePlace, code: string): string {
    const around = this.#before.loopsAround(step.id)
    const loop = this.#definition.steps.find(
      ({ id }) =>
        around.includes(id) &&
        !around.some((other) => other !== id && this.#innermost.get(other) === id),
    )
    const isHook = place === 'hook'
    const hasError = !isHook && this.#before.isHandler(step.id)
    const fields = [
      '/** The data with which the run started. */ readonly start: Start',
      '/** The outputs of the steps before. */ readonly steps: Steps',
      ...(loop ? ['/** The item of the loop. */ readonly item: Item'] : []),
      ...(isHook ? [] : ['readonly run: Run']),
      ...(hasError ? ['/** What failed. */ readonly error: Failure'] : []),
      ...(isHook ? ['/** What the person entered. */ output: Output', 'readonly user: User'] : []),
      'readonly task: Task',
    ]
    return [
      this.#startType(),
      stepsType(this.#before.of(step.id), code, (other) => this.#outputType(other)),
      ...(loop ? [declare('Item', itemTypeOf(loop, this.#definition, this.#types))] : []),
      ...(isHook ? [] : [runType]),
      ...(hasError ? [failureType] : []),
      ...(isHook ? [declare('Output', this.#answerType(step)), userType] : []),
      isHook ? screenTaskType : stepTaskType,
      `interface ${inputType} {\n  ${fields.join('\n  ')}\n}`,
    ].join('\n')
  }

  #outputType(step: Step): string {
    const known = this.#outputs.get(step.id)
    if (known !== undefined) return known
    const type = outputTypeOf(step, this.#types.get(step.type))
    this.#outputs.set(step.id, type)
    return type
  }

  #startType(): string {
    this.#start ??= declare('Start', typeOfSchema(this.#definition.startData, { closed: true }))
    return this.#start
  }

  /** What a person enters on the screen, before the hook. */
  #answerType(step: Step): string {
    const { before_complete: _hook, on_failure: _handler, ...plain } = step
    return outputTypeOf(plain, this.#types.get(step.type))
  }
}
