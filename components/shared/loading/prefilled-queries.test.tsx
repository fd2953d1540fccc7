import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { actAs } from '#lib/http/client'
import { PrefilledQueries, type AnswerShape, type PrefilledAnswer } from './prefilled-queries.tsx'

const key = ['runs']
const answered = (text: string, shape: AnswerShape = 'one'): PrefilledAnswer[] => [
  { queryKey: key, text, shape },
]

function Shown() {
  const { data } = useQuery({ queryKey: key, queryFn: () => 'asked' })
  return <p>{data === undefined ? 'loading' : JSON.stringify(data)}</p>
}

const draw = (client: QueryClient, answers: PrefilledAnswer[]): string =>
  renderToString(
    <QueryClientProvider client={client}>
      <PrefilledQueries answers={answers} organizationId="lake" personId="ana">
        <Shown />
      </PrefilledQueries>
    </QueryClientProvider>,
  ).replaceAll('&quot;', '"')

afterEach(() => vi.unstubAllGlobals())

it('draws the answers at once, without rounding their numbers', () => {
  const html = draw(new QueryClient(), answered('{"id":12345678901234567890}'))
  expect(html).toContain('{"id":"12345678901234567890"}')
  expect(draw(new QueryClient(), [])).toContain('loading')
})

it('draws a list as its first page, and all connections as their items', () => {
  const page = '{"items":[1],"nextCursor":null}'
  const list = draw(new QueryClient(), answered(page, 'list'))
  expect(list).toContain('{"pages":[{"items":[1],"nextCursor":null}],"pageParams":[""]}')
  expect(draw(new QueryClient(), answered(page, 'items'))).toContain('[1]')
  const more = '{"items":[1],"nextCursor":"c2"}'
  expect(draw(new QueryClient(), answered(more, 'items'))).toContain('loading')
})

it('never puts old answers over newer ones: who goes back sees the same answers again', () => {
  const client = new QueryClient()
  const answers = answered('"old"')
  draw(client, answers)
  client.setQueryData(key, 'newer')
  expect(draw(client, answers)).toContain('newer')
  expect(draw(client, answered('"newest"'))).toContain('newest')
})

it('keeps the pages of a list of which more was read', () => {
  const client = new QueryClient()
  client.setQueryData(key, { pages: [{ items: [1] }, { items: [2] }], pageParams: ['', 'c2'] })
  expect(draw(client, answered('{"items":[1],"nextCursor":"c2"}', 'list'))).toContain('[2]')
})

it.each([
  ['another organization', 'river', 'ana'],
  ['somebody else', 'lake', 'omar'],
])('shows nothing in a browser that was left behind as %s', (_who, organization, person) => {
  vi.stubGlobal('window', {})
  actAs(organization, person)
  expect(draw(new QueryClient(), answered('"secret"'))).toContain('loading')
  actAs('lake', 'ana')
  expect(draw(new QueryClient(), answered('"secret"'))).toContain('secret')
})
