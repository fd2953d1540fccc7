import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PlainValue } from './plain-value.tsx'

const schema = {
  properties: {
    payer: { title: 'Who pays', oneOf: [{ const: 'aet', title: 'Aetna' }] },
    sex: { type: 'string', title: 'Sex', enum: ['F'], enumNames: ['Female'] },
    pain: { type: 'array', items: { oneOf: [{ const: 'k', title: 'Knee' }] } },
    since: { type: 'string', format: 'duration', title: 'Since' },
    call: { type: 'string', format: 'time', title: 'Best time' },
    visits: {
      type: 'array',
      items: { properties: { cost: { title: 'Fee', type: 'number', 'x-formCurrency': '$' } } },
    },
    who: {
      title: 'Who are you',
      oneOf: [
        { title: 'The patient', properties: { kind: { const: 'self' } } },
        {
          title: 'A relative',
          properties: { kind: { const: 'rel' }, how: { title: 'Relation' } },
        },
      ],
    },
  },
}
const words = (value: unknown) =>
  renderToStaticMarkup(<PlainValue value={value} schema={schema} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

it('shows what the person read on the form, in its order, and not what is stored', () => {
  const stored = {
    who: { how: 'Daughter', kind: 'rel' },
    unknown: 1,
    visits: [{ cost: 12.5 }],
    call: '14:05:00',
    since: 'P3D',
    pain: ['k'],
    sex: 'F',
    payer: 'aet',
  }
  expect(words(stored)).toBe(
    'Who pays Aetna Sex Female Pain Knee Since 3 days Best time 2:05 PM Visits Fee $12.50 ' +
      'Who are you Kind A relative Relation Daughter Unknown 1',
  )
})

it('shows as it is what the form does not know', () => {
  expect(words({ payer: 'other', since: 'P1DT2H', call: 'noon', visits: 'none' })).toBe(
    'Who pays other Since P1DT2H Best time noon Visits none',
  )
})
