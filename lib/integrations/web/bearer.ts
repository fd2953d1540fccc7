import { z } from 'zod'
import { defineProvider } from '../provider.ts'
import { incomplete, webPort } from './client.ts'
import { headerSecret, tlsSecrets, webConfig } from './settings.ts'

/** A fixed token (RFC 6750 2.1). */
export const webBearer = defineProvider({
  kind: 'web',
  id: 'bearer',
  title: 'Bearer token',
  description: 'Sends a fixed token with every call, as “Authorization: Bearer”.',
  config: z.object(webConfig),
  secrets: z.object({
    token: headerSecret('Token', 'From the settings of the other system.'),
    ...tlsSecrets,
  }),
  addressFields: ['baseUrl'],
  embedded: false,
  open: (settings) =>
    webPort(settings, {
      renews: false,
      headers() {
        const { token } = settings.secrets
        if (!token) throw incomplete('the token is missing')
        return { authorization: `Bearer ${token}` }
      },
    }),
})
