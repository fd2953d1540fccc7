const tints: Record<string, string> = {
  Flow: '#64748b',
  People: '#8b5cf6',
  Data: '#0ea5e9',
  Documents: '#f43f5e',
  Healthcare: '#14b8a6',
  Communication: '#f59e0b',
  Code: '#10b981',
}

/** The colour of a category where a step is too small for its icon. */
export const tintOf = (category: string): string => tints[category] ?? '#64748b'
