import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FillForm } from './fill-form.tsx'

type Schema = Record<string, unknown>

const nothing = () => undefined
const draw = (schema: Schema, data: Schema = {}, uiSchema: Schema = {}) =>
  renderToStaticMarkup(
    <FillForm
      schema={schema}
      uiSchema={uiSchema}
      data={data}
      onChange={nothing}
      onSubmit={nothing}
      failure={null}
      issuePrefix="data"
    >
      <button>Send</button>
    </FillForm>,
  )
const field = (property: Schema, required = true): Schema => ({
  type: 'object',
  required: required ? ['field'] : [],
  properties: { field: property },
})
const tag = (html: string, id: string) =>
  new RegExp(`<(?:input|select|button)[^>]* id="${id}"[^>]*>`).exec(html)?.[0] ?? ''
const optionsOf = (html: string) => [...html.matchAll(/<option[^>]*>[^<]*/g)].map(([text]) => text)

describe('a form answers nothing for the person', () => {
  it('a consent begins without its tick', () => {
    const html = draw(field({ type: 'boolean', const: true, title: 'I agree' }))
    expect(tag(html, 'root_field')).toMatch(/aria-checked="false"/)
  })

  it.each<[string, Schema]>([
    ['an enum', { type: 'string', enum: ['aetna', 'cigna'] }],
    [
      'constants with titles',
      {
        oneOf: [
          { const: 'aetna', title: 'Aetna' },
          { const: 'cigna', title: 'Cigna' },
        ],
      },
    ],
    ['a constant', { const: 'v2', title: 'Version' }],
    ['a number that is constant', { type: 'integer', const: 7 }],
  ])('%s begins with "Choose…"', (_what, property) => {
    const [first, ...others] = optionsOf(draw(field(property)))
    expect(first).toMatch(/^<option value="" selected="">Choose…/)
    expect(others.some((option) => option.includes('selected'))).toBe(false)
  })

  it('an explicit default stays chosen', () => {
    const property = { type: 'string', enum: ['aetna', 'cigna'], default: 'cigna' }
    const html = draw(field(property), { field: 'cigna' })
    expect(optionsOf(html).find((option) => option.includes('selected'))).toContain('cigna')
  })

  const card = {
    properties: { kind: { const: 'card' }, number: { type: 'string', title: 'Card number' } },
  }
  const cash = {
    properties: { kind: { const: 'cash' }, till: { type: 'string', title: 'Till', default: 'A' } },
  }
  const pay = field({
    type: 'object',
    title: 'Payment',
    oneOf: [
      { title: 'Cash', ...cash },
      { title: 'Card', ...card },
    ],
  })

  it('no alternative is chosen, and the choice has a name', () => {
    const html = draw(pay)
    expect(tag(html, 'root_field__oneof_select')).toContain('aria-label="Payment"')
    expect(optionsOf(html).find((option) => option.includes('selected'))).toContain('Choose…')
    expect(html).not.toMatch(/Till|Card number/)
  })

  it('the constant that names an alternative is hidden, whichever is chosen', () => {
    const html = draw(pay, { field: { kind: 'card' } })
    expect(html).toContain('Card number')
    expect(html).toMatch(/class="hidden">.*root_field_kind/)
    expect(html).not.toMatch(/>\s*kind\s*</)
  })

  it('alternatives that stand elsewhere ($ref) are the same', () => {
    const schema = {
      ...field({ oneOf: [{ $ref: '#/$defs/cash' }, { $ref: '#/$defs/card' }] }),
      $defs: { cash, card },
    }
    expect(draw(schema)).not.toMatch(/Till|Card number/)
    expect(draw(schema, { field: { kind: 'cash', till: 'B' } })).toMatch(/Till/)
  })
})

describe('numbers and fields without a type', () => {
  it.each(['number', 'integer'])('a %s is a line of text with number keys', (type) => {
    const input = tag(draw(field({ type, minimum: 0, maximum: 9 })), 'root_field')
    expect(input).toContain('type="text"')
    expect(input).toContain(`inputMode="${type === 'integer' ? 'numeric' : 'decimal'}"`)
    expect(input).not.toMatch(/ (?:min|max|step)=/)
  })

  it.each([{ 'ui:widget': 'updown' }, { 'ui:options': { inputType: 'number' } }])(
    'also where a hint asks for the number input of the browser: %j',
    (hint) => {
      const html = draw(field({ type: 'integer', minimum: 0 }), {}, { field: hint })
      expect(tag(html, 'root_field')).toContain('type="text"')
    },
  )

  it('a number that may be negative gets keys with a minus on a phone', () => {
    expect(tag(draw(field({ type: 'integer', minimum: -5 })), 'root_field')).toContain(
      'inputMode="text"',
    )
  })

  it('a number that is kept as text, because it would be rounded, is shown as it was typed', () => {
    const html = draw(field({ type: 'integer' }), { field: '12345678901234567890' })
    expect(tag(html, 'root_field')).toContain('value="12345678901234567890"')
  })

  it('a field without a type is a line of text, and nothing of the schema is told', () => {
    const html = draw(field({ title: 'Anything' }))
    expect(tag(html, 'root_field')).toContain('type="text"')
    expect(html).not.toMatch(/[Uu]nsupported|<pre/)
    const odd = draw(field({ type: 'banana', title: 'Odd' }))
    expect(odd).toContain('This field cannot be shown here.')
    expect(odd).not.toMatch(/[Uu]nsupported|>[^<]*banana|<pre/)
  })
})
