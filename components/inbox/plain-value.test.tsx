import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ValueBlock } from '#components/runs/task/value-block'
import { PlainValue } from './plain-value.tsx'
import { isShort } from './show-value.tsx'

const html = (value: unknown) => renderToStaticMarkup(<PlainValue value={value} />)
const words = (value: unknown) =>
  html(value)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

it('says values within values in words, without JSON', () => {
  const value = {
    patientName: 'Ada',
    coverage: { payer: 'Aetna', active: true },
    visits: [{ day: '2026-11-02', cost: 12 }, { day: '2026-11-03' }],
    none: {},
  }
  expect(words(value)).toBe(
    'Patient name Ada Coverage Payer Aetna Active Yes ' +
      'Visits Day Nov 2, 2026 Cost 12 Day Nov 3, 2026 None None',
  )
})

it('draws no endless depth', () => {
  const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => ({ inner }), 'end')
  expect(html(deep).split('<dl').length).toBeLessThan(10)
  expect(words(deep)).toContain('end')
})

it('shows a large value of a run as JSON only', () => {
  const rows = Array.from({ length: 5000 }, (_row, number) => ({ number }))
  const large = renderToStaticMarkup(<ValueBlock label="Output" value={rows} />)
  expect(large).toContain('<pre')
  expect(large).not.toContain('<table')
  expect(renderToStaticMarkup(<ValueBlock label="Output" value={{ one: 1 }} />)).not.toContain(
    '<pre',
  )
})

it('knows what takes one line, beside its label', () => {
  const file = { id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001', fileName: 'letter.pdf' }
  for (const value of [undefined, null, '', 'Aetna', 12, true, file])
    expect(isShort({ value })).toBe(true)
  for (const value of ['two\nlines', 'long '.repeat(20), { payer: 'Aetna' }, [file, file]])
    expect(isShort({ value })).toBe(false)
  expect(isShort({ value: '**bold**', format: 'markdown' })).toBe(false)
})

it('a long text stands below its name, not in a narrow column beside it', () => {
  const policy = 'A policy says who may. '.repeat(20)
  expect(html({ policy })).toMatch(/class="col-span-2[^"]*"><dt[^>]*>Policy</)
  expect(html({ policy: 'Short' })).not.toContain('col-span-2')
})
