import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RunData } from './run-data.tsx'

const run = {
  status: 'completed' as const,
  startData: { name: 'Ada' } as unknown,
  output: { one: 1 } as unknown,
  truncated: false,
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
  const html = textOf({ truncated: true, output: null })
  expect(html).toContain('too large to show here. These are the short fields')
  expect(html).toContain('Ada')
  expect(html).toContain('Too large to show here. What each step answered')
  expect(html).not.toContain('no output')
  expect(textOf({ truncated: true, startData: {}, output: null })).toContain('no short fields')
  expect(textOf({ truncated: true, status: 'running', output: null })).toContain(
    'has no output yet',
  )
})
