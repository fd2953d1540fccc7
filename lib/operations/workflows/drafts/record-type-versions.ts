import type { Definition } from '#lib/domain/workflow/definition'
import { stepTypes } from '#lib/steps/registry'

/**
 * Records in the definition the version of each step's type that this process knows, by which its
 * settings were checked. While a new version of Rounds is rolled out, a worker that knows only an
 * earlier one leaves the step to others. The first version of a type is not recorded.
 */
export function recordTypeVersions(
  definition: Definition,
  types: ReadonlyMap<string, { info: { version: number } }> = stepTypes,
): Definition {
  const steps = definition.steps.map(({ typeVersion: _before, ...step }) => {
    const version = types.get(step.type)?.info.version ?? 1
    return version > 1 ? { ...step, typeVersion: version } : step
  })
  return { ...definition, steps }
}
