import { ApiError } from '#lib/domain/api-error'
import { randomToken } from '#lib/ids'
import { beginSignIn } from '#lib/single-sign-on/begin'
import { browserCookie } from '#lib/single-sign-on/browser-cookie'
import { SsoRefusal } from '#lib/single-sign-on/provider-identity'
import { defineOutsideOperation } from '../define-operation.ts'
import { lockConnection } from './views.ts'

/** `cookie` ties the test to the browser that gets it. */
type Begun = { url: string; cookie: string }

/**
 * Begins a test sign-in of the calling owner. Throws 404, 403 for API keys, and 409 with what is
 * wrong when the provider cannot be used.
 */
export const testSsoConnection = defineOutsideOperation<{ id: string }, Begun>({
  name: 'testSsoConnection',
  permission: 'sso:manage',
  answersSecret: true,
  audit: ({ input }) => ({
    action: 'sso_connection.test_started',
    objectKind: 'sso_connection',
    objectId: input.id,
  }),
  async run({ actor, input, transaction }) {
    if (actor.kind !== 'user')
      throw new ApiError('forbidden', 'Only a person can sign in: test it on the settings page.')
    const connection = await transaction((tx) => lockConnection(tx, input.id))
    const browser = randomToken()
    const returnTo = `/settings?tab=single-sign-on&tested=${connection.id}`
    try {
      return {
        url: await beginSignIn(connection, { browser, returnTo, testedBy: actor.id }),
        cookie: browserCookie(browser),
      }
    } catch (error) {
      if (error instanceof SsoRefusal) throw new ApiError('conflict', error.message)
      throw error
    }
  },
})
