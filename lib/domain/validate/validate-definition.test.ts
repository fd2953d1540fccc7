import { describe, expect, it } from 'vitest'
import { definitionSchema, type Definition } from '../workflow/definition.ts'
import type { StepTypeInfo } from '../workflow/step-type-info.ts'
import { validateDefinition, validateWithCode } from './validate-definition.ts'

const info = (
  type: string,
  configSchema: Record<string, unknown>,
  more: Partial<StepTypeInfo> = {},
): StepTypeInfo => ({
  type,
  version: 1,
  title: type,
  description: '',
  category: 'Flow',
  icon: 'x',
  effect: 'pure',
  uiSchema: {},
  outputSchema: {},
  screen: false,
  examples: [],
  configSchema: { type: 'object', additionalProperties: false, ...configSchema },
  ...more,
})

const surroundings = {
  stepTypes: [
    info('set', { properties: { value: {} } }),
    info('mail', {
      properties: {
        to: { type: 'array', items: { type: 'string', format: 'email' }, minItems: 1 },
        subject: { type: 'string', minLength: 1 },
        count: { type: 'integer', maximum: 5 },
        tone: { enum: ['plain', 'warm'] },
        part: { $ref: '#/$defs/part' },
        either: {
          anyOf: [
            { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
            { type: 'null' },
          ],
        },
      },
      required: ['to', 'subject'],
      $defs: {
        part: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    }),
    info(
      'note',
      { properties: { connection: { type: 'string', minLength: 1 } }, required: ['connection'] },
      { connection: 'emr' },
    ),
    info(
      'optional-note',
      { properties: { connection: { type: 'string' } } },
      { connection: 'emr', connectionOptional: true },
    ),
    info(
      'if',
      { properties: { when: { type: 'boolean' } } },
      { branches: { fixed: ['true', 'false'] } },
    ),
    info(
      'pick',
      { properties: { cases: { type: 'array' } } },
      { branches: { from: 'cases', key: 'name', also: ['default'] } },
    ),
    info(
      'ask',
      { properties: { schema: {} } },
      { screen: true, uiSchema: { schema: { 'ui:widget': 'json-schema' } } },
    ),
    info(
      'found',
      {},
      {
        outputSchema: {
          type: 'object',
          properties: { rows: { type: 'array' }, count: { type: 'integer' } },
          additionalProperties: false,
        },
      },
    ),
    info(
      'code',
      { properties: { source: { type: 'string' } } },
      { uiSchema: { source: { 'ui:widget': 'code' } } },
    ),
  ],
  connections: [
    { kind: 'emr', slug: 'main' },
    { kind: 'homecare', slug: 'visits' },
  ],
}

/** Steps in a short form: `{ b: { after: 'a' } }`; the default type is `set`. */
type Short = Record<
  string,
  { type?: string; after?: string | { step: string; via?: string }[]; id?: string } & Record<
    string,
    unknown
  >
>
function define(steps: Short, more: Record<string, unknown> = {}): Definition {
  return definitionSchema.parse({
    ...more,
    steps: Object.entries(steps).map(([id, { after, ...step }]) => ({
      id,
      type: 'set',
      title: id,
      after:
        typeof after === 'string'
          ? after.split(',').map((each) => ({ step: each }))
          : (after ?? []),
      ...step,
    })),
  })
}
const reads = (text: string) => ({ config: { value: { $: text } } })
const mail = (config: Record<string, unknown>) =>
  define({ a: { type: 'mail', config: { to: ['a@b.org'], subject: 'x', ...config } } })
/** `code stepId path`, with a `?` before warnings. */
const found = (definition: Definition): string[] =>
  validateDefinition(definition, surroundings).map((problem) =>
    [`${problem.severity === 'warning' ? '?' : ''}${problem.code}`, problem.stepId, problem.path]
      .filter(Boolean)
      .join(' '),
  )

describe('validateDefinition', () => {
  it.each<[string, Definition, string[]]>([
    ['nothing yet', define({}), ['no_steps steps']],
    [
      'a → b',
      define({ a: {}, b: { after: 'a', ...reads('steps.a.output & start.x & run.id') } }),
      [],
    ],
    [
      'two steps a',
      define({ a: {}, b: { id: 'a', after: 'a2' }, a2: { after: 'a' } }),
      ['duplicate_step_id a id'],
    ],
    ['unknown type', define({ a: { type: 'nope' } }), ['unknown_step_type a type']],
    [
      'ghost → a',
      define({ a: { after: 'ghost' } }),
      ['unknown_edge_step a after.0', 'unreachable_step a'],
    ],
    ['a → a', define({ a: { after: 'a' } }), ['self_edge a after.0', 'unreachable_step a']],
    ['a ⇉ b', define({ a: {}, b: { after: 'a,a' } }), ['?duplicate_edge b after.1']],
    ['a → b → c → b', define({ a: {}, b: { after: 'a,c' }, c: { after: 'b' } }), ['cycle b after']],
    [
      'a ⇄ b → c',
      define({ a: { after: 'b' }, b: { after: 'a' }, c: { after: 'b' } }),
      ['cycle a after', 'unreachable_step c'],
    ],
    ['a  b alone', define({ a: {}, b: {}, c: { after: 'a' } }), ['?unconnected_step b']],
    [
      'set →(true)→ b',
      define({ a: {}, b: { after: [{ step: 'a', via: 'true' }] } }),
      ['not_branching b after.0.via'],
    ],
    [
      'if →(maybe)→ b',
      define({ a: { type: 'if' }, b: { after: [{ step: 'a', via: 'maybe' }] } }),
      ['unknown_branch b after.0.via'],
    ],
    ['if → b', define({ a: { type: 'if' }, b: { after: 'a' } }), ['?missing_branch b after.0.via']],
    [
      'pick →(x, default)→',
      define({
        a: { type: 'pick', config: { cases: [{ name: 'x' }] } },
        b: { after: [{ step: 'a', via: 'x' }] },
        c: { after: [{ step: 'a', via: 'default' }] },
      }),
      [],
    ],
    [
      'pick with computed cases',
      define({
        a: { type: 'pick', config: { cases: { $: 'start.cases' } } },
        b: { after: [{ step: 'a', via: 'any' }] },
      }),
      [],
    ],
    [
      'bad expression',
      define({ a: reads('start.x & & 1') }),
      ['invalid_expression a config.value'],
    ],
    ['empty expression', define({ a: reads(' ') }), ['invalid_expression a config.value']],
    [
      'rule that is not complete',
      define({ a: reads('1 = 1 and 2 = $__unfinished') }),
      ['invalid_expression a config.value'],
    ],
    [
      'reads a ghost',
      define({ a: reads('steps.ghost.output') }),
      ['unknown_step_reference a config.value'],
    ],
    [
      'reads a step after it',
      define({ a: reads('steps.b.output'), b: { after: 'a' } }),
      ['reference_not_before a config.value'],
    ],
    [
      'reads a step beside it',
      define({ r: {}, a: { after: 'r' }, b: { after: 'r', ...reads('steps.a.output') } }),
      ['reference_not_before b config.value'],
    ],
    [
      'reads itself',
      define({ a: reads('steps.a.output') }),
      ['reference_not_before a config.value'],
    ],
    ['takes all steps', define({ a: reads('$lookup(steps, start.which)') }), []],
    [
      'start field that the schema lacks',
      define(
        { a: reads('start.nmae') },
        { startData: { type: 'object', properties: { name: {} } } },
      ),
      ['?unknown_start_field a config.value'],
    ],
    [
      'field that an output lacks',
      define({
        a: { type: 'found' },
        b: { after: 'a', ...reads('steps.a.output.rwos & steps.a.output.rows.x') },
      }),
      ['?unknown_output_field b config.value'],
    ],
    [
      'field of a list of outputs',
      define({ a: { type: 'found' }, b: { after: 'a', ...reads('steps.a.output[0].rwos') } }),
      [],
    ],
    [
      'field of an output that a handler may replace',
      define({
        a: { type: 'found', on_failure: { step: 'h', then: 'continue' } },
        h: {},
        b: { after: 'a', ...reads('steps.a.output.rwos') },
      }),
      [],
    ],
    [
      'field that a screen does not ask for',
      define({
        a: { type: 'ask', config: { schema: { type: 'object', properties: { name: {} } } } },
        b: { after: 'a', ...reads('steps.a.output.nmae') },
      }),
      ['?unknown_output_field b config.value'],
    ],
    [
      'field that a screen’s hook may make',
      define({
        a: {
          type: 'ask',
          before_complete: 'x',
          config: { schema: { type: 'object', properties: { name: {} } } },
        },
        b: { after: 'a', ...reads('steps.a.output.nmae') },
      }),
      [],
    ],
    [
      'field that the run lacks',
      define({ a: reads('run.plannedat & run.plannedAt & run.id') }),
      ['?unknown_run_field a config.value'],
    ],
    ['unknown name', define({ a: reads('patient.name') }), ['?unknown_name a config.value']],
    [
      'error outside',
      define({ a: reads('error.message') }),
      ['error_outside_handler a config.value'],
    ],
    ['item outside', define({ a: reads('item.x') }), ['item_outside_loop a config.value']],
    [
      'a handled by h, which reads error and a',
      define({
        a: { on_failure: { step: 'h', then: 'fail' } },
        h: reads('error.message & steps.a.output & steps.b.output'),
        b: { after: 'a' },
      }),
      [],
    ],
    [
      'reads a handler',
      define({
        a: { on_failure: { step: 'h', then: 'continue' } },
        h: {},
        b: { after: 'a', ...reads('steps.h.output') },
      }),
      ['reference_not_before b config.value'],
    ],
    [
      'unknown handler',
      define({ a: { on_failure: { step: 'h', then: 'fail' } } }),
      ['unknown_handler a on_failure.step'],
    ],
    [
      'own handler',
      define({ a: { on_failure: { step: 'a', then: 'fail' } } }),
      ['handler_of_itself a on_failure.step'],
    ],
    [
      'handler with after',
      define({ a: { on_failure: { step: 'h', then: 'fail' } }, h: { after: 'a' } }),
      ['handler_has_after h after'],
    ],
    [
      'handler followed',
      define({ a: { on_failure: { step: 'h', then: 'fail' } }, h: {}, b: { after: 'h,a' } }),
      ['handler_followed b after.0'],
    ],
    [
      'screen fields elsewhere',
      define({ a: { priority: 1, before_complete: 'x' } }),
      ['screen_only_field a priority', 'screen_only_field a before_complete'],
    ],
    [
      'screen fields on a screen',
      define({ a: { type: 'ask', priority: 1, before_complete: 'x' } }),
      [],
    ],
    ['no connection, where it may be left out', define({ a: { type: 'optional-note' } }), []],
    [
      'an unknown connection, where it may be left out',
      define({ a: { type: 'optional-note', config: { connection: 'gone' } } }),
      ['unknown_connection a config.connection'],
    ],
    ['no connection', define({ a: { type: 'note' } }), ['missing_connection a config.connection']],
    [
      'connection of another kind',
      define({ a: { type: 'note', config: { connection: 'visits' } } }),
      ['unknown_connection a config.connection'],
    ],
    [
      'computed connection',
      define({ a: { type: 'note', config: { connection: { $: 'start.emr' } } } }),
      [],
    ],
    ['good mail', mail({}), []],
    [
      'expressions everywhere',
      mail({
        to: { $: 'start.to' },
        subject: { $: 'start.s' },
        count: { $: '1' },
        tone: { $: '"warm"' },
        part: { name: { $: 'start.n' } },
        either: { a: { $: '1' } },
      }),
      [],
    ],
    ['expressions in a list', mail({ to: ['a@b.org', { $: 'start.to' }] }), []],
    [
      'missing field',
      define({ a: { type: 'mail', config: { subject: 'x' } } }),
      ['invalid_config a config.to'],
    ],
    ['surplus field', mail({ subjct: 'y' }), ['invalid_config a config.subjct']],
    [
      'wrong kinds',
      mail({ to: ['nobody'], subject: '', count: 7.5, tone: 'loud' }),
      [
        'invalid_config a config.to.0',
        'invalid_config a config.subject',
        'invalid_config a config.count',
        'invalid_config a config.tone',
      ],
    ],
    ['inside a reference', mail({ part: { name: 3 } }), ['invalid_config a config.part.name']],
    ['an alternative', mail({ either: { a: 'x' } }), ['invalid_config a config.either']],
    [
      'nearly an expression',
      mail({ subject: { $: 'start.s', also: 1 } }),
      ['invalid_config a config.subject'],
    ],
    [
      'start data of another type',
      define({ a: {} }, { startData: { type: 'array' } }),
      ['invalid_start_data startData.type'],
    ],
    [
      'start data that is no schema',
      define({ a: {} }, { startData: { type: 'object', required: 'name' } }),
      ['invalid_start_data startData.required'],
    ],
    [
      'start data that refers to nothing',
      define({ a: {} }, { startData: { properties: { x: { $ref: '#/$defs/none' } } } }),
      ['invalid_start_data startData.properties.x.$ref'],
    ],
    [
      'a screen whose form refers to nothing',
      define({
        a: {
          type: 'ask',
          config: { schema: { type: 'object', properties: { x: { $ref: '#/$defs/none' } } } },
        },
      }),
      ['invalid_config a config.schema.properties.x.$ref'],
    ],
    [
      'a form with expressions, which is known when the step runs',
      define({
        a: { type: 'ask', config: { schema: { type: 'object', properties: { x: { $: '1' } } } } },
      }),
      [],
    ],
    [
      'our own keywords in start data',
      define(
        { a: {} },
        {
          startData: {
            type: 'object',
            properties: { f: { type: 'array', 'x-formFieldType': 'multi-file', format: 'own' } },
          },
        },
      ),
      [],
    ],
    [
      'time zone',
      define({ a: {} }, { settings: { timeZone: 'Mars/Olympus' } }),
      ['unknown_time_zone settings.timeZone'],
    ],
  ])('%s', (_picture, definition, problems) => expect(found(definition)).toEqual(problems))

  it('names the steps of a cycle and says what to do', () => {
    const [problem] = validateDefinition(
      define({ a: {}, b: { after: 'a,d' }, c: { after: 'b' }, d: { after: 'c' } }),
      surroundings,
    )
    expect(problem?.message).toMatch(/b → c → d → b|c → d → b → c|d → b → c → d/)
  })

  it('describes problems in plain words', () => {
    const messages = validateDefinition(mail({ count: 'x', subject: '' }), surroundings).map(
      (problem) => problem.message,
    )
    expect(messages).toEqual(['This may not be empty.', 'This must be a whole number.'])
    // An entry that was just added is not called a wrong one.
    for (const to of [[null], [undefined]])
      expect(validateDefinition(mail({ to }), surroundings)).toMatchObject([
        { path: 'config.to.0', message: 'This is missing.' },
      ])
  })

  it('names line and column of bad code in steps and hooks', async () => {
    const definition = define({
      a: { type: 'code', config: { source: 'bad' } },
      b: { type: 'ask', after: 'a', before_complete: 'bad' },
      c: { type: 'code', after: 'b', config: { source: 'good' } },
    })
    const checkCode = {
      compile: async (source: string) =>
        source === 'bad' ? { message: 'Unexpected end.', line: 2, column: 5 } : undefined,
      types: async () => [],
    }
    expect(await validateWithCode(definition, surroundings, checkCode)).toEqual([
      {
        code: 'invalid_code',
        severity: 'error',
        stepId: 'a',
        path: 'config.source',
        message: 'Line 2, column 5: Unexpected end.',
      },
      {
        code: 'invalid_code',
        severity: 'error',
        stepId: 'b',
        path: 'before_complete',
        message: 'Line 2, column 5: Unexpected end.',
      },
    ])
  })

  it('checks 1,000 steps in a row without comparing every pair of them', () => {
    const steps = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [
        `s${index}`,
        index ? { after: `s${index - 1}`, ...reads(`steps.s${index >> 1 || 0}.output`) } : {},
      ]),
    )
    steps['s1'] = { after: 's0', ...reads('steps.s0.output') }
    // Measured in CPU time, since other processes may keep the machine busy. Checking every pair
    // would take minutes.
    const start = process.cpuUsage()
    expect(found(define(steps as Short))).toEqual([])
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000)
  })
})

describe('expressions that take long to read', () => {
  const nested = `${'('.repeat(9)}start.a${' ?? 0)'.repeat(9)}`
  const steps = (count: number, text: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => {
      return { id: `s${at}`, type: 'set', title: 'S', config: { value: { $: text(at) } } }
    })

  it('are refused one by one', () => {
    const text = `${'('.repeat(40)}1${' ?? 0)'.repeat(40)}`
    const definition = definitionSchema.parse({ steps: steps(1, () => text) })
    expect(validateDefinition(definition, surroundings)).toMatchObject([
      { code: 'invalid_expression', stepId: 's0', path: 'config.value' },
    ])
  })

  it('are refused together, at the first step over the limit', () => {
    const many = definitionSchema.parse({ steps: steps(100, (at) => `${nested} + ${at}`) })
    const found = validateDefinition(many, surroundings)
    const problem = found.find(({ code }) => code === 'invalid_expression')
    expect(problem?.message).toMatch(/too long together/)
    expect(Number(problem?.stepId?.slice(1))).toBeGreaterThan(20)
    const few = definitionSchema.parse({ steps: steps(20, (at) => `${nested} + ${at}`) })
    const rest = validateDefinition(few, surroundings)
    expect(rest.filter(({ code }) => code === 'invalid_expression')).toEqual([])
  })
})
