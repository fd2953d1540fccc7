import { z } from 'zod'
import { defineProvider } from '../provider.ts'
import { incomplete, webPort } from './client.ts'
import { tlsSecrets, webConfig } from './settings.ts'

/** A user name and a password (RFC 7617), in UTF-8. */
export const webBasic = defineProvider({
  kind: 'web',
  id: 'basic',
  title: 'User name and password',
  description: 'Sends a user name and a password with every call (HTTP basic authentication).',
  config: z.object({
    ...webConfig,
    userName: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[^:\p{Cc}]*$/u, 'A user name has no colon.')
      .meta({ title: 'User name', description: 'Of an account for Rounds.' }),
  }),
  secrets: z.object({
    password: z
      .string()
      .max(2000)
      .optional()
      .meta({ title: 'Password', description: 'Of that account.' }),
    ...tlsSecrets,
  }),
  addressFields: ['baseUrl'],
  embedded: false,
  open: (settings) =>
    webPort(settings, {
      renews: false,
      headers() {
        const { password } = settings.secrets
        if (!password) throw incomplete('the password is missing')
        const both = Buffer.from(`${settings.config.userName}:${password}`)
        return { authorization: `Basic ${both.toString('base64')}` }
      },
    }),
})
