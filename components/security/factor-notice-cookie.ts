/** Names the session for which the notice of a missing second factor was closed. */
export const factorNoticeCookie = 'rounds.factor-notice'
