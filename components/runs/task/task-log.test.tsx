import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TaskLog } from './task-log.tsx'

it('shows each line with its level, as text', () => {
  const html = renderToStaticMarkup(
    <TaskLog
      lines={[
        { level: 'log', message: 'as far as <here>' },
        { level: 'error', message: 'no' },
      ]}
    />,
  )
  expect(html).toContain('>log: as far as &lt;here&gt;</li>')
  expect(html).toMatch(/<li class="text-destructive">error: no<\/li>/)
})

it('is not there when nothing was printed', () =>
  expect(renderToStaticMarkup(<TaskLog lines={[]} />)).toBe(''))
