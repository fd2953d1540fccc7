import { expect, test } from 'vitest'
import { screenFromEditor, wayBack } from './way-back.ts'

test('a screen that the editor opened leads back to it, with the run', () => {
  const address = screenFromEditor('t1', 'w1', 'r1')
  expect(address).toMatch(/^\/inbox\/t1\?/)
  expect(wayBack(address.slice(address.indexOf('?')))).toBe('/workflows/w1?run=r1')
})

test('a screen leads nowhere else', () => {
  const others = ['', '?back=', '?back=https%3A%2F%2Fevil.example', '?back=%2F%2Fevil.example']
  for (const search of [...others, '?back=%2Fworkflows%2F..%2F..%2Fsettings', '?back=%2Fruns%2F1'])
    expect(wayBack(search)).toBeUndefined()
})
