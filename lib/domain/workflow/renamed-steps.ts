import type { Step } from './definition.ts'

const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The steps of one type that got another id, from which and to which: as they were, or at least with
 * their title.
 */
export function renamedSteps(lost: readonly Step[], added: readonly Step[]): [string, string][] {
  const left = [...added]
  return lost.flatMap((step): [string, string][] => {
    const by = (isIt: (one: Step) => boolean) =>
      left.find((one) => one.type === step.type && isIt(one))
    const found =
      by(({ config }) => isSameJson(config, step.config)) ?? by(({ title }) => title === step.title)
    if (!found) return []
    left.splice(left.indexOf(found), 1)
    return [[step.id, found.id]]
  })
}
