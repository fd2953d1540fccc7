import { expect, it } from 'vitest'
import { drawProblems } from './drawable.ts'
import { pagesOf } from './pages.ts'

const at = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  Object.fromEntries(
    drawProblems({ type: 'object', properties, ...more }).map(({ pointer, message }) => [
      pointer,
      message,
    ]),
  )

it.each<[string, Record<string, unknown>, string]>([
  ['/properties/a', { type: 'null' }, 'only be null'],
  ['/properties/a', { type: ['object', 'string'] }, 'Name one type'],
  ['/properties/a', { not: { const: 1 } }, 'Add "type"'],
  ['/properties/a', { type: 'array', prefixItems: [{}, {}] }, 'named fields'],
  ['/properties/a', { type: 'object', patternProperties: { '^x': {} } }, 'Name the fields'],
  ['/properties/a', { enum: [{ b: 1 }] }, 'needs titles'],
  ['/properties/a/items/properties/b', { items: { properties: { b: { type: 'null' } } } }, 'null'],
  ['/properties/a/oneOf/0/properties/b', { oneOf: [{ properties: { b: { if: {} } } }] }, 'Add'],
  ['/properties/a', { type: ['null'] }, 'only be null'],
  ['/properties/a', { enum: [null] }, 'only be null'],
  ['/properties/a', { const: null }, 'only be null'],
  ['/properties/a', { const: false }, 'only be no'],
  ['/properties/a', { const: { b: 1 } }, 'a title'],
  ['/properties/a/oneOf/1', { oneOf: [{ const: 1 }, { const: [1] }] }, 'needs a "title"'],
  ['/properties/a', { enum: [] }, 'needs values'],
  ['/properties/a', { enum: [['b'], ['c']] }, 'needs titles'],
  ['/properties/a', { type: 'array', items: false }, 'what an entry is'],
  ['/properties/a', { type: 'array', minItems: 10_000, items: {} }, 'at most 50'],
  ['/properties/a', { allOf: [{ type: 'string' }, { type: 'number' }] }, 'different types'],
  ['/properties/a', { type: 'string', format: 'data-url' }, 'multi-file'],
  ['/properties/a', { type: 'string', 'x-formFieldType': 'multi-file' }, 'is a list'],
  ['/properties/a', { type: 'string', 'x-formFieldType': 'signature' }, 'is an object'],
  ['/properties/a', { type: 'string', 'x-formFieldType': 'yes-no' }, '"type": "boolean"'],
  ['/properties/a', { 'x-formFieldType': 'yes-no' }, '"type": "boolean"'],
  ['/properties/a', { type: 'object', 'x-formFieldType': 'postal-address' }, 'addressLine1'],
  ['/properties/a/additionalProperties', { additionalProperties: { type: 'null' } }, 'null'],
  ['/properties/a/$ref', { $ref: '#anchor' }, '#/$defs/address'],
  ['/properties/a/default', { type: 'string', default: { b: 1 } }, 'not of the type string'],
  ['/properties/a/x-formLayout', { type: 'array', items: {}, 'x-formLayout': 'grid' }, '"cards"'],
  ['/properties/a/x-formCurrency', { type: 'number', 'x-formCurrency': 5 }, 'currency'],
  ['/properties/a/x-formAutocomplete', { 'x-formAutocomplete': 5 }, 'given-name'],
  ['/properties/a/x-formFileTypes', { type: 'array', 'x-formFileTypes': ['pdf'] }, 'list of types'],
  ['/properties/a/x-formFileMaxMegabytes', { 'x-formFileMaxMegabytes': '1' }, 'megabytes'],
  ['/properties/a/x-formMask', { type: 'string', 'x-formMask': '---' }, '999-99-9999'],
  ['/properties/a/x-formMask', { type: 'string', 'x-formMask': 'A-99' }, '"^\\\\p{L}-[0-9][0-9]$"'],
  ['/properties/a', { type: 'object' }, 'has no fields'],
  ['/properties/a', { type: 'object', properties: {}, additionalProperties: false }, 'no fields'],
  ['/properties/a/items', { type: 'array', items: { type: 'object' } }, 'has no fields'],
  ['/properties/a/errorMessage', { type: 'string', errorMessage: 1 }, 'texts by rule'],
  ['/properties/a/x-formCalculate', { type: 'number', 'x-formCalculate': 'b +' }, 'ends too early'],
  ['/properties/a/x-formCalculate', { type: 'number', 'x-formCalculate': 'c + 1' }, '“c”'],
  ['/properties/a/x-formCalculate', { 'x-formCalculate': 'b' }, 'name its type'],
])('at %s: %j is refused', (place, property, said) => {
  const found = at({ a: property, b: { type: 'number' } })
  expect(Object.keys(found)).toEqual([place])
  expect(found[place]).toContain(said)
})

it('looks at fields of conditions and of references, and not at hidden ones', () => {
  const odd = { type: 'null' }
  const found = at(
    { a: { $ref: '#/$defs/one' }, hidden: { ...odd, 'x-formFieldHidden': true } },
    {
      $defs: { one: { properties: { b: odd } }, unused: odd },
      allOf: [{ if: {}, then: { properties: { c: odd } } }],
      dependentSchemas: { a: { properties: { d: odd } } },
    },
  )
  expect(Object.keys(found).sort()).toEqual([
    '/$defs/one/properties/b',
    '/allOf/0/then/properties/c',
    '/dependentSchemas/a/properties/d',
  ])
})

const again = { $ref: '#/$defs/tree' }
it.each<[string, Record<string, unknown>]>([
  ['a required field', { required: ['child'], properties: { child: again } }],
  ['entries', { type: 'array', minItems: 1, items: again }],
  ['every alternative', { oneOf: [{ required: ['b'], properties: { b: again } }] }],
])('refuses a schema that asks for itself without an end, by %s', (_how, tree) => {
  const found = at({ a: again }, { $defs: { tree } })
  expect(Object.keys(found)).toEqual(['/$defs/tree'])
  expect(found['/$defs/tree']).toContain('nobody comes to its end')
})

it('accepts rules that conditions and alternatives add to fields', () => {
  const then = { properties: { a: { not: { const: 'x' } }, b: { const: false } } }
  const found = at(
    {
      a: { type: 'string' },
      b: { type: 'boolean' },
      plan: {
        oneOf: [
          { properties: { own: { const: true } } },
          { properties: { own: { const: false } } },
        ],
      },
      mixed: {
        oneOf: [{ const: 'x' }, { const: { y: 1 }, title: 'Y' }, { const: null, title: 'None' }],
      },
      many: { type: 'array', minItems: 80, uniqueItems: true, items: { enum: ['a'] } },
    },
    { allOf: [{ if: { properties: { a: { const: 'y' } } }, then }] },
  )
  expect(found).toEqual({})
})

it('accepts what forms draw', () => {
  const condition = { if: { properties: { a: { const: 1 } } }, else: { properties: { b: false } } }
  const found = at(
    {
      a: { type: ['integer', 'null'] },
      b: { type: ['integer', 'string'] },
      any: { title: 'Anything' },
      list: { type: 'array' },
      files: { type: 'array', 'x-formFieldType': 'multi-file', 'x-formFileTypes': ['.docx'] },
      sum: { type: 'number', 'x-formCalculate': 'a + $sum(list.count)' },
      alternatives: { oneOf: [{ const: 'x', title: 'X' }, { const: 'y' }] },
      open: { type: 'object', additionalProperties: { type: 'string' } },
      // An alternative may ask for nothing more.
      maybe: {
        oneOf: [
          { title: 'None', type: 'object' },
          { title: 'One', type: 'string' },
        ],
      },
      shown: { type: 'string', 'x-formMask': '99', readOnly: true },
      zip: { type: 'string', 'x-formMask': '99999', pattern: '^[0-9]{5}$' },
      self: { $ref: '#/$defs/tree' },
    },
    {
      $defs: { tree: { type: 'object', properties: { child: { $ref: '#/$defs/tree' } } } },
      allOf: [condition],
    },
  )
  expect(found).toEqual({})
})

const pages = [
  { title: 'One', fields: ['a', 'gone'] },
  { title: '', fields: ['a'] },
]

it('refuses pages that do not fit the form', () => {
  expect(at({ a: { type: 'string' } }, { 'x-formPages': pages })).toEqual({
    '/x-formPages/0': 'The form has no field “gone”.',
    '/x-formPages/1': 'The field “a” is on an earlier page already.',
  })
  expect(at({}, { 'x-formPages': ['a'] })['/x-formPages']).toContain('list of pages')
})

it('puts each field on one page, and the rest on the last', () => {
  const found = pagesOf({ 'x-formPages': pages }, ['a', 'b', 'c'])
  expect(found.map(({ fields }) => fields)).toEqual([['a'], ['b', 'c']])
  expect(pagesOf({ 'x-formPages': pages.slice(1) }, ['a'])).toEqual([])
})

it('leaves out a page while none of its fields is shown, and not one with a text alone', () => {
  const text = { title: 'Read this', description: 'Please.', fields: [] }
  const three = [pages[0], { title: 'Two', fields: ['b'] }, text]
  const found = pagesOf({ 'x-formPages': three }, ['a'])
  expect(found.map(({ title, at }) => [title, at])).toEqual([
    ['One', 0],
    ['Read this', 2],
  ])
  const some = { title: 'One', fields: ['a'] }
  const refused = (last: object, rest: object = {}) =>
    at({ a: { type: 'string' }, ...rest }, { 'x-formPages': [some, last] })
  expect(refused({ title: 'Two', fields: [] })['/x-formPages/1']).toContain('This page is empty.')
  expect(refused({ title: 'Two', fields: [] }, { b: { type: 'string' } })).toEqual({})
  expect(refused(text)).toEqual({})
})
