import { describe, expect, it } from 'vitest'
import { slugPattern } from '#lib/domain/workflow/definition'
import { suggestSlug } from './suggest-slug.ts'

describe('suggestSlug', () => {
  it.each([
    ['Main EMR (north)', 'main-emr-north'],
    ['  Pflegedienst Süd  ', 'pflegedienst-sud'],
    ['a--b', 'a-b'],
    [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
  ])('%s', (name, slug) => {
    expect(suggestSlug(name)).toBe(slug)
    expect(slug).toMatch(slugPattern)
  })

  it('is empty when nothing usable is there', () => expect(suggestSlug('– –')).toBe(''))
})
