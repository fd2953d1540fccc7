import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RunData } from './run-data.tsx'

const run = {
  status: 'completed' as const,
  startData: { name: 'Ada' } as unknown,
  output: { one: 1 } as unknown,
  truncated: false,
  startDataTruncated: false,
  definition: {
    startData: { properties: { name: {}, scan: { title: 'Scan of the letter' } } },
    steps: [],
    settings: {},
  },
}
const textOf = (
  more: Partial<Omit<typeof run, 'status'>> & { status?: 'running' | 'failed' | 'completed' },
) => renderToStaticMarkup(<RunData run={{ ...run, ...more }} />)

it('shows what there is, and says that there is no output yet', () => {
  expect(textOf({})).not.toContain('too large')
  expect(textOf({})).toContain('Ada')
  expect(textOf({ status: 'running', output: null })).toContain('has no output yet')
  expect(textOf({ status: 'failed', output: null })).toContain('has no output.')
})

it('never passes off a part for the whole', () => {
  const html = textOf({ truncated: true, startDataTruncated: true, output: null })
  expect(html).toContain('too large to show here. These are its short fields.')
  expect(html).toContain('Not shown, because they are large or empty: Scan of the letter.')
  expect(html).toContain('Ada')
  expect(html).toContain('Too large to show here. What each step answered')
  expect(html).not.toContain('no output')
  expect(textOf({ truncated: true, startDataTruncated: true, startData: {} })).toContain(
    'no short fields',
  )
  expect(textOf({ truncated: true, output: null })).not.toContain('short fields')
  expect(textOf({ truncated: true, status: 'running', output: null })).toContain(
    'has no output yet',
  )
})
