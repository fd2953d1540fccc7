const tints: Record<string, string> = {
  Flow: '#64748b',
  People: '#8b5cf6',
  Data: '#0ea5e9',
  Documents: '#f43f5e',
  Healthcare: '#14b8a6',
  Communication: '#f59e0b',
  Code: '#10b981',
  explanation: '#0ea5e9',
  caution: '#f59e0b',
  todo: '#8b5cf6',
  agreed: '#10b981',
}

/** The colour of a step's category, or of what a note is for, where it is too small for an icon. */
export const tintOf = (category: string): string => tints[category] ?? '#64748b'
