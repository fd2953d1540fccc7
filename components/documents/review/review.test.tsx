import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FillForm } from '#components/forms/fill-form'
import type { AnsweredField, DocumentAnswer } from '#lib/domain/ask/answer'
import { reviewForm } from '#lib/domain/ask/review'
import { Review } from './review.tsx'

const nothing = () => undefined
const fileId = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'
const field = (name: string, more: Partial<AnsweredField> = {}): AnsweredField => ({
  name,
  title: name.toUpperCase(),
  value: `the ${name}`,
  state: 'supported',
  problem: null,
  confidence: 0.95,
  places: [],
  schema: { type: 'string' },
  ...more,
})
const place = { fileId, fileName: 'a.pdf', page: 2, start: 3, end: 9, text: 'quoted', boxes: [] }

/** The page with these fields, and what the person has changed of them. */
function draw(fields: AnsweredField[], changed: Record<string, unknown> = {}): string {
  const answer: DocumentAnswer = {
    values: {},
    fields,
    note: null,
    files: [{ id: fileId, fileName: 'a.pdf', pages: 2, readPages: 2 }],
    model: 'm',
    prompt: 'extract/2',
    usage: { inputTokens: 1, outputTokens: 1 },
    dollars: null,
    replaced: false,
  }
  const form = reviewForm(answer, { type: 'object' }, changed)
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Review answer={answer} data={form.data} disabled={false} onChange={nothing}>
        {(own) => (
          <FillForm
            schema={form.schema}
            data={form.data}
            onChange={nothing}
            onSubmit={nothing}
            failure={null}
            issuePrefix="output"
            fields={own}
          >
            <button type="submit">Complete</button>
          </FillForm>
        )}
      </Review>
    </QueryClientProvider>,
  )
}
const inputOf = (html: string, name: string) =>
  new RegExp(`<input[^>]* id="root_${name}"[^>]*>`).exec(html)?.[0] ?? ''

it('fills in what was proven, with its place, and marks nothing to look at', () => {
  const html = draw([field('name', { places: [place] })])
  expect(inputOf(html, 'name')).toContain('value="the name"')
  expect(html).toContain('Quote checked · 95 %')
  expect(html).toContain('“quoted”')
  expect(html).toContain('page 2')
  expect(html).toContain('Nothing stands out any more')
  expect(html).not.toContain('Looks right')
})

it('offers what was not proven, and does not fill it in', () => {
  const html = draw([
    field('name', { state: 'unsupported', confidence: 0, problem: 'It is not there.' }),
  ])
  expect(inputOf(html, 'name')).not.toContain('the name')
  expect(html).toContain('Proposed without proof: ')
  expect(html).toContain('Use it')
  expect(html).toContain('It is not there.')
  expect(html).toContain('1 of 1 to look at')
})

it('asks to look at what is filled in and not sure, until it is changed', () => {
  const unsure = [field('name', { confidence: 0.4 })]
  const html = draw(unsure)
  expect(html).toContain('Looks right')
  expect(html).toContain('only 40 % sure')
  const changed = draw(unsure, { name: 'another' })
  expect(changed).toContain('Changed by you')
  expect(changed).toContain('Take it back')
  expect(changed).toContain('Nothing stands out any more')
})
