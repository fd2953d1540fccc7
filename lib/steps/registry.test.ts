import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { stepSuite } from '#test/suites/step-suite'
import { stepTypeInfos, stepTypes } from './registry.ts'

describe('the registry of step types', () => {
  it('is what the generator writes', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/generate-registry.ts', '--check'],
      { encoding: 'utf8' },
    )
    expect([status, stderr]).toEqual([0, ''])
  })
  it('shows the types by category and title', () => {
    const shown = stepTypeInfos().map(({ category, title }) => `${category}/${title}`)
    expect(shown).toEqual([...shown].sort((one, other) => one.localeCompare(other)))
    expect(shown).toHaveLength(stepTypes.size)
  })
  stepSuite([...stepTypes.values()])
})
