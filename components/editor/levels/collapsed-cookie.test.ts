import { expect, it } from 'vitest'
import { collapsedOf, textOfCollapsed } from './collapsed-cookie.ts'

it('is kept in a cookie that the server reads', () => {
  const ids = ['loop_1', '@group:g1']
  expect(textOfCollapsed(ids)).toMatch(/^[\w.%@:]*$/)
  expect(collapsedOf(decodeURIComponent(textOfCollapsed(ids)))).toEqual(ids)
  expect([collapsedOf(undefined), collapsedOf('')]).toEqual([[], []])
})

it('keeps as much as a cookie holds, and no half id', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `@group:${'g'.repeat(40)}${index}`)
  const text = textOfCollapsed(ids)
  expect(text.length).toBeLessThan(4000)
  const kept = collapsedOf(decodeURIComponent(text))
  expect(kept).toEqual(ids.slice(0, kept.length))
  expect(kept.length).toBeGreaterThan(50)
})
