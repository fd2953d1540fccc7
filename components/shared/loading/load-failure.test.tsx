import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiFailure } from '#lib/http/client'
import { LoadFailure } from './load-failure.tsx'

const draw = (error: Error): string =>
  renderToString(
    <LoadFailure what="The runs" error={error} onRetry={() => undefined} />,
  ).replaceAll('<!-- -->', '')

it('offers a second try only where that may help', () => {
  const failure = (status: number) => new ApiFailure(status, 'x', 'Ask an owner.', {})
  const forbidden = draw(failure(403))
  expect(forbidden).toContain('The runs cannot be shown to you')
  expect(forbidden).toContain('Ask an owner.')
  expect(forbidden).not.toContain('Try again')
  expect(draw(failure(404))).not.toContain('Try again')
  for (const status of [0, 500, 503]) expect(draw(failure(status))).toContain('Try again')
})
