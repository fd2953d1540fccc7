import { deadlineNames } from '#lib/domain/deadlines/deadlines'

const deadlines = new Set(deadlineNames.map((name) => `config.${name}`))

/** The tab of the inspector that a problem's path belongs to, for a step of this type. */
export function tabOf(
  path: string | undefined,
  stepType?: string,
): 'setup' | 'screen' | 'deadlines' | 'flow' {
  const field = path?.split('.').slice(0, 2).join('.') ?? ''
  if (stepType === 'screen' && deadlines.has(field)) return 'deadlines'
  if (!path || path.startsWith('config')) return 'setup'
  return path.startsWith('before_complete') || path.startsWith('priority') ? 'screen' : 'flow'
}
