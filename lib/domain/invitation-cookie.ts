/**
 * The cookie with the token of an invitation while its person is at the single sign-on provider.
 * The page of the invitation sets it when the person accepts, for some minutes and for `/api/auth`
 * only.
 */
export const invitationCookie = 'rounds.invitation'
