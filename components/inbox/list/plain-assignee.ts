/** Whose screens, without naming a person. */
export type PlainAssignee = 'any' | 'me' | 'nobody' | 'others'

export const isPlainAssignee = (text: string): text is PlainAssignee =>
  ['any', 'me', 'nobody', 'others'].includes(text)
