import { describe, expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { failureSchema } from '#lib/domain/run/run'
import { runFields } from '#lib/domain/expressions/run-fields'
import { diffDefinitions, isSame } from './diff-definitions.ts'
import { readImport } from '#components/workflows/read-import'
import {
  addField,
  changeField,
  fieldsOf,
  moveField,
  nameFrom,
  removeField,
  renameField,
} from './schema-fields.ts'
import type { Sample } from './sample.ts'
import { textItems } from '../inspector/values/value-names.ts'
import { codeScope, scopeOf } from './scope.ts'
import { freeId, idFrom } from './step-ids.ts'

const completionsOf = (definition: Definition, stepId: string, sample?: Sample): string[] =>
  scopeOf(definition, new Map(), stepId, sample).map((item) => item.path)

const step = (id: string, over: Partial<Step> = {}): Step => ({
  id,
  type: 'transform',
  title: id,
  after: [],
  config: {},
  ...over,
})
const of = (...steps: Step[]): Definition => ({ ...emptyDefinition, steps })

it('says what a value is in one way, however it is known', () => {
  const properties = {
    name: { type: 'string' },
    age: { type: ['integer', 'null'] },
    isNew: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    address: { type: 'object' },
    decision: { enum: ['yes', 'no'] },
    anything: {},
  }
  const seen = { name: 'A', age: 4, isNew: true, tags: ['a'], address: {}, anything: null }
  const details = (definition: Definition, sample?: Sample) =>
    Object.fromEntries(
      scopeOf(definition, new Map(), 'a', sample)
        .filter(({ path }) => path.startsWith('start.') && !path.endsWith(']'))
        .map(({ path, detail }) => [path.slice('start.'.length), detail]),
    )
  const known = {
    name: 'text',
    age: 'number',
    isNew: 'yes or no',
    tags: 'list',
    address: 'group',
    anything: '',
  }
  const startData = { type: 'object', properties }
  expect(details({ ...of(step('a')), startData })).toEqual({ ...known, decision: 'choice' })
  expect(details(of(step('a')), { start: seen, steps: {} } as unknown as Sample)).toEqual(known)
})

describe('ids', () => {
  it('are made from titles', () => {
    expect(idFrom('Prüfe die Überweisung!')).toBe('prufe_die_uberweisung')
    expect(idFrom('2nd look')).toBe('nd_look')
    expect(idFrom('…')).toBe('step')
    expect(freeId('look', ['look', 'look_2'])).toBe('look_3')
    expect(freeId('look_2', ['look_2'])).toBe('look_3')
  })
})

it('names what the first entry of a list has and what all have, for who needs no loop', () => {
  const patients = {
    type: 'array',
    title: 'Patients',
    items: { type: 'object', properties: { id: { type: 'string', title: 'Id' } } },
  }
  const startData = {
    type: 'object',
    properties: { patients, tags: { type: 'array', items: { type: 'string' } } },
  }
  const definition = { ...of(step('a')), startData }
  const titles = scopeOf(definition, new Map(), 'a', undefined).map(
    ({ path, title }) => `${path}: ${title}`,
  )
  expect(titles).toContain('start.patients[0].id: First of Patients › Id')
  expect(titles).toContain('start.tags[0]: First of Tags')
  const sample = { start: { seen: [{ id: '1' }] }, steps: {} } as unknown as Sample
  expect(completionsOf(of(step('a')), 'a', sample)).toContain('start.seen[0].id')
  expect(titles).toContain('start.patients.id: All of Patients › Id')
  expect(completionsOf(of(step('a')), 'a', sample)).toContain('start.seen.id')
  const items = scopeOf(definition, new Map(), 'a', undefined)
  // A text is to have no JSON in it, and code has no such path.
  expect(textItems(items).map(({ path }) => path)).not.toContain('start.patients')
  expect(textItems(items).map(({ path }) => path)).toContain('start.patients.id')
  expect(codeScope(items, false).map(({ path }) => path)).not.toContain('start.patients.id')
})

describe('difference', () => {
  it('names steps and fields, and not where boxes stand', () => {
    const before = of(
      step('a', { config: { x: 1, y: { z: [1, 2] } }, position: { x: 0, y: 0 } }),
      step('gone'),
    )
    const after = of(
      step('a', { config: { x: 1, y: { z: [1, 3] } }, position: { x: 9, y: 9 } }),
      step('new'),
    )
    expect(diffDefinitions(before, after)).toEqual({
      workflow: [],
      notes: [],
      groups: [],
      steps: [
        {
          id: 'a',
          title: 'a',
          change: 'changed',
          fields: [{ path: 'config.y.z.1', before: 2, after: 3 }],
        },
        { id: 'new', title: 'new', change: 'added', fields: [] },
        { id: 'gone', title: 'gone', change: 'removed', fields: [] },
      ],
      moved: ['a'],
    })
    const way = (via: string, branchLabels?: Record<string, string>): Definition =>
      of(
        step('a', { type: 'condition', title: 'Ask', branchLabels }),
        step('b', { after: [{ step: 'a', via }] }),
      )
    const words = (one: Definition, other: Definition) =>
      diffDefinitions(one, other).steps.find(({ id }) => id === 'b')?.fields
    const inWords = [{ path: 'after', before: 'Ask, by “Yes”', after: 'Ask, by “No”' }]
    expect(words(way('true'), way('false'))).toEqual(inWords)
    // Two names that are the same would hide a change.
    const same = { true: 'Go', false: 'Go' }
    expect(words(way('true', same), way('false', same))).toHaveLength(1)
    const asTheOther = { true: 'No' }
    expect(words(way('true', asTheOther), way('false', asTheOther))).toHaveLength(1)
    const at = (x: number): Definition => ({
      ...before,
      steps: before.steps.map((one) => ({ ...one, position: { x, y: 5 } })),
    })
    expect(isSame(diffDefinitions(before, at(5)))).toBe(true)
    expect(diffDefinitions(at(5), at(6)).moved).toEqual(before.steps.map(({ id }) => id))
  })

  it('sees a new order of form fields', () => {
    const form = (names: string[]) => ({
      ...emptyDefinition,
      startData: {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      },
    })
    expect(diffDefinitions(form(['a', 'b']), form(['b', 'a'])).workflow[0]?.path).toBe(
      'startData.properties.order',
    )
  })
})

describe('schema fields', () => {
  const schema = {
    type: 'object',
    'x-own': 1,
    required: ['a'],
    properties: {
      a: { type: 'string', title: 'A', 'x-unknown': true, minLength: 3 },
      b: { type: 'array', 'x-formFieldType': 'multi-file' },
    },
  }

  it('keep what the builder does not know', () => {
    const changed = changeField(
      changeField(schema, 'a', { kind: 'date', help: 'When', hidden: true }),
      'a',
      { required: false },
    )
    expect(changed).toEqual({
      type: 'object',
      'x-own': 1,
      properties: {
        a: {
          type: 'string',
          format: 'date',
          title: 'A',
          'x-unknown': true,
          minLength: 3,
          description: 'When',
          'x-formFieldHidden': true,
        },
        b: { type: 'array', 'x-formFieldType': 'multi-file' },
      },
    })
  })

  it('are added, renamed with their requirement, moved and removed', () => {
    const added = addField(schema, 'multi-file')
    expect(fieldsOf(added.schema).map((field) => [field.name, field.kind])).toEqual([
      ['a', 'text'],
      ['b', 'multi-file'],
      ['files', 'multi-file'],
    ])
    const renamed = renameField(schema, 'a', 'first')
    expect(renamed).toMatchObject({ required: ['first'] })
    expect(Object.keys(renamed['properties'] as object)).toEqual(['first', 'b'])
    expect(renameField(schema, 'a', 'b')).toBe(schema)
    expect(fieldsOf(moveField(schema, 'b', 0)).map((field) => field.name)).toEqual(['b', 'a'])
    expect(removeField(schema, 'a')).toEqual({
      type: 'object',
      'x-own': 1,
      properties: { b: schema.properties.b },
    })
  })

  it('name themselves from their label', () => {
    expect(nameFrom('EMR patient id')).toBe('emrPatientId')
    expect(nameFrom('1. Größe')).toBe('field')
  })
})

describe('import', () => {
  it('takes exports and bare definitions, and says where others fail', () => {
    expect(
      readImport(
        JSON.stringify({
          format: 'rounds.workflow',
          version: 1,
          name: 'N',
          slug: 'n',
          definition: of(step('a')),
        }),
      ),
    ).toMatchObject({ ok: true, imported: { name: 'N', definition: { steps: [{ id: 'a' }] } } })
    expect(readImport(JSON.stringify({ steps: [] }))).toMatchObject({
      ok: true,
      imported: { definition: { startData: { type: 'object' } } },
    })
    expect(readImport('{"steps":[{"id":"A"}]}')).toMatchObject({
      ok: false,
      fault: expect.stringContaining('steps.0') as string,
    })
    expect(readImport('nope')).toMatchObject({
      ok: false,
      fault: expect.stringContaining('not JSON') as string,
    })
  })
})

describe('what expressions may name', () => {
  const definition: Definition = {
    ...emptyDefinition,
    startData: { type: 'object', properties: { name: { type: 'string' } } },
    steps: [
      step('a', { on_failure: { step: 'h', then: 'fail' } }),
      step('b', { after: [{ step: 'a' }] }),
      step('other'),
      step('h'),
    ],
  }
  it('is the start, the steps before, the last run’s data, and the error in a handler', () => {
    const paths = completionsOf(definition, 'b', {
      start: {},
      isWhole: true,
      steps: { a: { output: { total: 3, 'odd name': 1 } } },
      run: {},
    })
    expect(paths).toContain('start.name')
    expect(paths).toContain('steps.a.output.total')
    expect(paths).toContain('steps.a.output.`odd name`')
    expect(paths.some((path) => path.startsWith('steps.other'))).toBe(false)
    expect(paths).not.toContain('error.message')
    expect(completionsOf(definition, 'h')).toContain('error.message')
  })
  it('is all that a run has', () => {
    const paths = completionsOf(definition, 'h')
    expect(paths.filter((path) => path.startsWith('run.')).map((path) => path.slice(4))).toEqual([
      ...runFields,
    ])
    expect(new Set(paths.filter((path) => path.startsWith('error.')))).toEqual(
      new Set(Object.keys(failureSchema.shape).map((field) => `error.${field}`)),
    )
  })
  it(
    'is the item of the innermost loop: of the list’s schema, of the last ' +
      'run’s data, of a round',
    () => {
      const startData = {
        type: 'object',
        properties: {
          visits: {
            type: 'array',
            items: { type: 'object', properties: { ward: { type: 'string' } } },
          },
        },
      }
      const each = (items: string, over: Partial<Step> = {}): Definition => ({
        ...of(
          step('first'),
          step('loop', {
            type: 'for-each',
            after: [{ step: 'first' }],
            config: { items: { $: items } },
            ...over,
          }),
          step('body', {
            after: [{ step: 'loop', via: 'each' }],
            on_failure: { step: 'rescue', then: 'fail' },
          }),
          step('rescue'),
        ),
        startData,
      })
      const itemsOf = (found: string[]) => found.filter((path) => path.startsWith('item'))
      expect(itemsOf(completionsOf(each('start.visits'), 'body'))).toEqual(['item', 'item.ward'])
      expect(itemsOf(completionsOf(each('start.visits'), 'rescue'))).toEqual(['item', 'item.ward'])
      expect(
        itemsOf(
          completionsOf(each('steps.first.output.rows'), 'body', {
            start: {},
            isWhole: true,
            steps: { first: { output: { rows: [{ bed: 3 }] } } },
            run: {},
          }),
        ),
      ).toEqual(['item', 'item.bed'])
      expect(itemsOf(completionsOf(each('$filter(start.visits, $x)'), 'body'))).toEqual(['item'])
      expect(itemsOf(completionsOf(each('', { type: 'while' }), 'body'))).toEqual([
        'item',
        'item.index',
        'item.last',
      ])
      expect(itemsOf(completionsOf(each('start.visits'), 'first'))).toEqual([])
    },
  )
  it('knows what the item itself is, so that it is compared and written as that', () => {
    const startData = {
      type: 'object',
      properties: {
        ids: { type: 'array', items: { type: 'string' } },
        visits: {
          type: 'array',
          items: { type: 'object', properties: { day: { type: 'string', format: 'date' } } },
        },
      },
    }
    const itemIn = (items: string, sample?: Sample) => {
      const loop = step('loop', { type: 'for-each', config: { items: { $: items } } })
      const body = step('body', { after: [{ step: 'loop', via: 'each' }] })
      const found = scopeOf({ ...of(loop, body), startData }, new Map(), 'body', sample)
      return found.find(({ path }) => path === 'item')
    }
    expect(itemIn('start.ids')).toMatchObject({ detail: 'text', schema: { type: 'string' } })
    expect(itemIn('start.visits')).toMatchObject({ detail: 'group' })
    expect(itemIn('start.visits.day')).toMatchObject({ detail: 'text', schema: { format: 'date' } })
    const seen = { start: {}, isWhole: true, steps: { a: { output: { rows: ['1'] } } }, run: {} }
    expect(itemIn('steps.a.output.rows', seen)).toMatchObject({ detail: 'text' })
    expect(itemIn('$filter(start.ids, $x)')).toMatchObject({ detail: 'item' })
  })

  it('begins with the entry where a step asks of each one', () => {
    const item = { type: 'object', properties: { status: { type: 'string' } } }
    const claims = { type: 'array', items: item }
    const filter: Definition = {
      ...of(step('keep', { type: 'filter-list', config: { items: { $: 'start.claims' } } })),
      startData: { type: 'object', properties: { claims } },
    }
    const types = new Map([['filter-list', { deferred: ['keep'] } as StepTypeInfo]])
    const [whole, status] = scopeOf(filter, types, 'keep', undefined)
    expect(whole).toMatchObject({ path: 'item', from: 'Entry of the list' })
    expect(status).toMatchObject({ path: 'item.status', from: 'Entry of the list' })
  })
})
