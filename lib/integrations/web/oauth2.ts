import { z } from 'zod'
import { addressField } from '../address-field.ts'
import { defineProvider } from '../provider.ts'
import { accessToken } from './access-token.ts'
import { incomplete, webPort } from './client.ts'
import { tlsSecrets, webConfig } from './settings.ts'

const prefix = 'Bearer '

/** Access tokens by client credentials (RFC 6749 4.4). */
export const webOAuth2 = defineProvider({
  kind: 'web',
  id: 'oauth2',
  title: 'OAuth 2 client credentials',
  description: 'Asks for access tokens with a client id and its secret, and sends them as bearer.',
  config: z.object({
    ...webConfig,
    tokenUrl: addressField('Token address', 'Where access tokens are asked for.'),
    clientId: z
      .string()
      .min(1)
      .max(500)
      .meta({ title: 'Client id', description: 'As the other system registered Rounds.' }),
    scope: z
      .string()
      .max(1000)
      .default('')
      .meta({ title: 'Scope', description: 'When empty: what the client may by default.' }),
    clientAuth: z
      .enum(['basic', 'body'])
      .default('basic')
      .meta({
        title: 'How the secret is sent',
        enumNames: ['In the header', 'In the form'],
        description: 'In the header is the usual way; in the form where the other system asks so.',
      }),
  }),
  secrets: z.object({
    clientSecret: z
      .string()
      .max(8000)
      .optional()
      .meta({ title: 'Client secret', description: 'Of the client id.' }),
    ...tlsSecrets,
  }),
  addressFields: ['baseUrl', 'tokenUrl'],
  embedded: false,
  open(settings) {
    const { config, secrets, organizationId, allowPrivate } = settings
    return webPort(settings, {
      renews: true,
      async headers(tls, refused) {
        const { clientSecret } = secrets
        if (!clientSecret) throw incomplete('the client secret is missing')
        const { tokenUrl, clientId, scope, clientAuth } = config
        const client = { organizationId, tokenUrl, clientId, clientSecret, scope, clientAuth }
        const old = refused?.['authorization']?.slice(prefix.length)
        const token = await accessToken({ ...client, allowPrivate }, tls, old)
        return { authorization: `${prefix}${token}` }
      },
    })
  },
})
