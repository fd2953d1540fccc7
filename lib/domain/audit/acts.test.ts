import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { actChoices, actOf } from './act-of.ts'
import { actWords } from './acts.ts'

const root = new URL('../../../', import.meta.url)
/** Acts as operations write them. */
const acts =
  /action: (?:[^\n']*\? )?'([a-z][a-z_-]*\.[a-z_-]+)'(?: : '([a-z][a-z_-]*\.[a-z_-]+)')?/g

describe('the acts of the audit log', () => {
  it('are all said in words', () => {
    const written = globSync('{db,lib}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
      .flatMap((file) => [...readFileSync(new URL(file, root), 'utf8').matchAll(acts)])
      .flatMap(([, one, other]) => [one, other])
      .filter((action) => action !== undefined)
    expect(written.length).toBeGreaterThan(150)
    expect([...new Set(written)].filter((action) => actWords[action] === undefined)).toEqual([])
  })

  it('are choices of a filter, each with words of its own in its area', () => {
    const shown = actChoices.map(({ area, title }) => `${area}: ${title}`)
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown.filter((text) => /[{}[\]]|…\s*$/.test(text))).toEqual([])
  })
})

const said = (...asked: Parameters<typeof actOf>) =>
  actOf(...asked)
    .map((part) => (typeof part === 'string' ? part : '<it>'))
    .join('')

describe('an act in words', () => {
  it('names what its details name', () => {
    expect(said('screen.assigned', { toName: 'Ben Osei' })).toBe('assigned <it> to Ben Osei')
    expect(said('workflow.published', { version: 3 })).toBe(
      'published version 3 of the workflow <it>',
    )
  })

  it('leaves out what its details do not have', () => {
    expect(said('screen.assigned', {})).toBe('assigned <it>')
    expect(said('workflow.published', {})).toBe('published the workflow <it>')
    expect(said('access.changed', {}, { hasThing: false })).toBe('changed the access rules')
  })

  it('is still said when these words do not know it', () => {
    expect(said('robot.switched_off', {})).toBe('robot switched off: <it>')
    expect(said('robot.switched_off', {}, { hasThing: false })).toBe('robot switched off')
  })
})
