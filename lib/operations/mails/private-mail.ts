import type { Place } from '#lib/sealed-text'

/** Where the text of a private mail belongs: to this mail only. */
export const privateMailPlace = (mailId: string): Place => ({
  purpose: 'private mails',
  boundTo: `mail:${mailId}`,
})
