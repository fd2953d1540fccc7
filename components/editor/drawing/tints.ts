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
  blue: '#0ea5e9',
  green: '#10b981',
  amber: '#f59e0b',
  violet: '#8b5cf6',
  rose: '#f43f5e',
  grey: '#64748b',
}

/** The colour of a step's category, what a note is for, or of a group, where it is too small for an icon. */
export const tintOf = (category: string): string => tints[category] ?? '#64748b'
