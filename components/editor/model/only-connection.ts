import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'

type Known = readonly { kind: string; slug: string }[]

/**
 * The connection of a new step when there is no choice: the only one of the kind that the step's
 * type needs. One that works without gets none.
 */
export function onlyConnection(
  type: StepTypeInfo,
  connections: Known | undefined,
): { connection?: string } {
  const widget = (type.uiSchema['connection'] as Record<string, unknown> | undefined)?.['ui:widget']
  if (type.connection === undefined || type.connectionOptional || widget !== 'connection') return {}
  const [only, ...others] = (connections ?? []).filter(({ kind }) => kind === type.connection)
  return only && others.length === 0 ? { connection: only.slug } : {}
}
