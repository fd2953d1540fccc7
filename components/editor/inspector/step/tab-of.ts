/** The tab of the inspector that a problem's path belongs to. */
export function tabOf(path: string | undefined): 'setup' | 'screen' | 'flow' {
  if (!path || path.startsWith('config')) return 'setup'
  return path.startsWith('before_complete') || path.startsWith('priority') ? 'screen' : 'flow'
}
