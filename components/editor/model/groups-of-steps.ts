import type { Definition } from '#lib/domain/workflow/definition'

/** The group of each step that is in one. */
export function groupsOfSteps({ steps, groups = {} }: Definition): Map<string, string> {
  return new Map(
    steps.flatMap(({ id, group }) =>
      group !== undefined && Object.hasOwn(groups, group) ? [[id, group] as const] : [],
    ),
  )
}
