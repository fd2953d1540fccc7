import type { Branches } from './step-type-info.ts'

/**
 * The branch names that a step of this type and config can leave by; undefined when it does not
 * branch.
 */
export function branchNames(
  branches: Branches | undefined,
  config: Record<string, unknown>,
): string[] | undefined {
  if (!branches) return undefined
  if ('fixed' in branches) return branches.fixed
  const list = config[branches.from]
  const named = Array.isArray(list)
    ? list
        .map((entry) => (entry as Record<string, unknown> | null)?.[branches.key])
        .filter((name) => typeof name === 'string')
    : []
  return [...named, ...branches.also]
}
