import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { formProblems } from '#lib/domain/validate/form-problems'
import { drawnSchema } from './drawn-schema.ts'
import { FillForm } from './fill-form.tsx'

type Schema = Record<string, unknown>

const nothing = () => undefined
const draw = (properties: Schema, data: Schema = {}, more: Schema = {}) =>
  renderToStaticMarkup(
    <FillForm
      schema={{ type: 'object', properties, ...more }}
      data={data}
      onChange={nothing}
      onSubmit={nothing}
      failure={null}
      issuePrefix="data"
    >
      <button>Send</button>
    </FillForm>,
  )

const many = Array.from({ length: 200 }, (_, index) => ({
  const: `c${index}`,
  title: `Choice ${index}`,
}))

it('searches a long list, and shows what was chosen', () => {
  const list = { type: 'string', title: 'Diagnosis', oneOf: many }
  const html = draw({ list }, { list: 'c7' })
  expect(html).toMatch(/<input[^>]*role="combobox"[^>]*value="Choice 7"/)
  expect(html).not.toContain('<option')
})

it('shows the chosen ones of a long list with their buttons', () => {
  const items = { type: 'string', enum: many.map((one) => one.const) }
  const html = draw(
    { list: { type: 'array', title: 'Codes', uniqueItems: true, items } },
    { list: ['c3', 'c5'] },
  )
  expect(html).toContain('aria-label="Remove c3"')
  expect(html).toContain('aria-label="Codes: chosen"')
  expect(html).not.toContain('type="checkbox"')
})

it('draws titles of enumNames', () => {
  const html = draw({ a: { type: 'string', enum: ['x', 'y'], enumNames: ['Ex', 'Why'] } })
  expect(html).toMatch(/<option[^>]*>Why<\/option>/)
})

it('marks a box that must be ticked, and none that may stay empty', () => {
  const box = { type: 'boolean', title: 'I agree' }
  const required = { required: ['box'] }
  const mustBeTicked = draw({ box: { ...box, const: true } }, {}, required)
  expect(mustBeTicked).toMatch(/aria-required="true"/)
  expect(mustBeTicked).toMatch(/I agree<span[^>]*> \*<\/span>/)
  expect(draw({ box }, {}, required)).not.toContain('*</span>')
})

const medication = {
  type: 'object',
  title: 'Medication',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Name' },
    taken: { type: 'boolean', title: 'Still taken' },
  },
}

it('draws a table with heads, and the label of each cell for phones', () => {
  const list = {
    type: 'array',
    title: 'Medications',
    'x-formLayout': 'table',
    maxItems: 2,
    items: medication,
  }
  const html = draw({ list }, { list: [{ name: 'Aspirin' }, {}] })
  expect(html.match(/role="columnheader"/g)).toHaveLength(3)
  expect(html.match(/role="row"/g)).toHaveLength(3)
  expect(html).toContain('aria-label="Aspirin"')
  expect(html).toContain('aria-label="Medication 2"')
  expect(html).toContain('That is the most: 2 entries.')
  expect(html).not.toContain('Add medication')
  expect(draw({ list }, { list: [] })).toContain('Add medication')
})

it('calls cards by their title', () => {
  const list = { type: 'array', 'x-formItemTitle': '{name}!', items: medication }
  expect(draw({ list }, { list: [{ name: 'Aspirin' }] })).toContain('Aspirin!')
})

it('draws pages, with the fields of the others hidden', () => {
  const pages = [
    { title: 'You', fields: ['a'] },
    { title: 'Them', description: 'About **them**', fields: ['b'] },
  ]
  const text = { type: 'string' }
  const html = draw({ a: text, b: text }, {}, { 'x-formPages': pages })
  expect(html).toContain('Page 1 of 2')
  expect(html).toMatch(/<section hidden=""[^>]*>.*root_b/s)
  expect(html).toContain('Next')
  expect(html).not.toContain('>Send<')
})

it('shows calculated values that nobody types', () => {
  const sum = { type: 'number', title: 'Sum', 'x-formCalculate': 'a + 1' }
  const html = draw({ a: { type: 'number' }, sum }, { a: 2 })
  expect(html).toMatch(/<input[^>]*id="root_sum"[^>]*readOnly=""[^>]*value="3"/)
})

it('hides what a condition hides, and keeps its place', () => {
  const text = { type: 'string' }
  const test = { properties: { a: { const: 'x' } }, required: ['a'] }
  const allOf = [{ if: test, then: { required: ['b'] }, else: { properties: { b: false } } }]
  expect(draw({ a: text, b: text, c: text }, { a: 'y', b: 'z' }, { allOf })).not.toContain('root_b')
  const html = draw({ a: text, b: text, c: text }, { a: 'x' }, { allOf })
  expect(html.indexOf('id="root_b"')).toBeGreaterThan(html.indexOf('id="root_a"'))
  expect(html.indexOf('id="root_b"')).toBeLessThan(html.indexOf('id="root_c"'))
})

it('draws masks, durations, amounts, signatures and help', () => {
  const html = draw(
    {
      ssn: { type: 'string', 'x-formMask': '999-99-9999', 'x-formMaskStored': 'plain' },
      wait: { type: 'string', format: 'duration', title: 'Wait' },
      cost: { type: 'number', 'x-formCurrency': '€' },
      sign: { type: 'object', title: 'Sign', 'x-formFieldType': 'signature' },
      tel: {
        type: 'string',
        'x-formFieldType': 'phone',
        description: 'See [us](https://a.example).',
      },
      scans: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            files: {
              type: 'array',
              'x-formFieldType': 'multi-file',
              'x-formFileTypes': ['application/pdf'],
            },
          },
        },
      },
    },
    { ssn: '123456789', wait: 'P3D', sign: { kind: 'typed', name: 'Ada' }, scans: [{}] },
  )
  expect(html).toContain('value="123-45-6789"')
  expect(html).toMatch(/value="3".*<option value="days" selected="">days/s)
  expect(html).toContain('€')
  expect(html).toContain('By signing I confirm')
  expect(html).toMatch(/type="tel"[^>]*autoComplete="tel"|autoComplete="tel"[^>]*type="tel"/)
  expect(html).toContain('href="https://a.example"')
  expect(html).toContain('accept="application/pdf,.pdf"')
})

it('fills in nothing for a signature that has to be given', () => {
  const drawn = drawnSchema({
    type: 'object',
    required: ['sign'],
    properties: { sign: { type: 'object', title: 'Sign', 'x-formFieldType': 'signature' } },
  })
  expect(drawn['properties']).toEqual({ sign: { title: 'Sign', 'x-formFieldType': 'signature' } })
})

const text = () => ({ type: 'string' })
it.each<[string, Schema, unknown]>([
  ['a list without entries that are described', { type: 'array' }, ['a']],
  ['a list of anything', { type: 'array', items: true }, ['a']],
  ['lists in lists', { type: 'array', items: { type: 'array', items: text() } }, [['a'], []]],
  ['choices of several types', { oneOf: [{ const: 1 }, { const: 'b', title: 'B' }] }, 'b'],
  [
    'choices of objects',
    {
      oneOf: [
        { const: { a: 1 }, title: 'A' },
        { const: { a: 2 }, title: 'B' },
      ],
    },
    { a: 2 },
  ],
  [
    'names that people give',
    { type: 'object', additionalProperties: { type: 'array' } },
    { a: [] },
  ],
  [
    'alternatives of objects',
    {
      anyOf: [
        { title: 'A', properties: { a: text() } },
        { title: 'B', properties: { b: text() } },
      ],
    },
    { b: 'x' },
  ],
  ['a text or null', { title: 'A', anyOf: [text(), { type: 'null' }] }, null],
  ['one of several, or null', { anyOf: [text(), { type: 'number' }, { type: 'null' }] }, 'x'],
  ['anything', { type: 'object', properties: { a: true } }, {}],
])('draws %s', (_what, property, value) => {
  const schema = { type: 'object', properties: { field: property } }
  expect(formProblems(schema)).toEqual([])
  const html = draw({ field: property }, { field: value })
  expect(html).toMatch(/<(?:input|select)[^>]* id="root_field/)
  expect(html).not.toMatch(/cannot be shown|\[object/)
})

it('draws a date or null as a date', () => {
  const $defs = { day: { type: 'string', format: 'date' } }
  const field = { title: 'Day', anyOf: [{ $ref: '#/$defs/day' }, { type: 'null' }] }
  expect(draw({ field }, {}, { $defs })).toMatch(/<input[^>]* type="date"[^>]* id="root_field"/)
})

it('offers a field that has itself inside, in words for people', () => {
  const tree = { type: 'object', properties: { name: text(), child: { $ref: '#/$defs/tree' } } }
  const html = draw({ field: { $ref: '#/$defs/tree' } }, {}, { $defs: { tree } })
  expect(html).toContain('Add Child')
  expect(html).not.toMatch(/ircular|\$ref|Cycle/)
})

it('calls the entries of a list by their number, below the name of the list', () => {
  const html = draw(
    { field: { type: 'array', title: 'Allergies', items: text() } },
    { field: ['a'] },
  )
  expect(html).toMatch(/<div class="[^"]*sr-only[^"]*"><label[^>]*>Allergies 1</)
})
