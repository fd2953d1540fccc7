import { newActor } from '#lib/auth/actor'

/** Who calls a public operation. */
export const anonymous = newActor({
  kind: 'public',
  id: 'nobody',
  name: 'nobody',
  email: null,
  organizationId: '00000000-0000-0000-0000-000000000000',
  role: 'public',
  sessionId: null,
})

/** The token in an invitation's link. */
export const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1)
