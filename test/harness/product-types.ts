import { afterAll, beforeAll } from 'vitest'
import type { StepType } from '#lib/steps/define-step'
import { stepTypes } from '#lib/steps/registry'
import { registeredStepTypes } from '#lib/steps/registry.gen'

const typeOf = ({ info }: StepType): string => info.type

/**
 * Gives this process other step types, or types in place of the product's, while the tests of this
 * file run: several files share a process. `registered`: publishing knows them, too.
 */
export function useStepTypes(types: () => StepType[], { registered = false } = {}): void {
  const before = { byName: new Map(stepTypes), registered: [...registeredStepTypes] }
  beforeAll(() => {
    for (const type of types()) stepTypes.set(typeOf(type), type)
    if (!registered) return
    const names = new Set(types().map(typeOf))
    const others = registeredStepTypes.filter((type) => !names.has(typeOf(type)))
    registeredStepTypes.splice(0, Infinity, ...others, ...types())
  })
  afterAll(() => {
    stepTypes.clear()
    for (const [name, type] of before.byName) stepTypes.set(name, type)
    registeredStepTypes.splice(0, Infinity, ...before.registered)
  })
}
