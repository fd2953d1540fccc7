import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test('a path of the service stays unchanged', () => {
  for (const path of ['/', '/runs/1?status=failed#x', '/a//b', '/%2F%2Fevil'])
    expect(ownPath(path)).toBe(path)
})

test('a path that could lead to another site becomes the home page', () => {
  const foreign = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    'runs',
    '/\t/evil.example',
    '/a\\b',
    null,
    undefined,
    3,
    ['/runs'],
  ]
  for (const path of foreign) expect(ownPath(path), String(path)).toBe('/')
})
