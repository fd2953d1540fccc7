import { z } from 'zod'
import { defineProvider } from '../provider.ts'
import { webPort } from './client.ts'
import { tlsSecrets, webConfig } from './settings.ts'

/** A server that asks for nothing, or for a client certificate alone. */
export const webNone = defineProvider({
  kind: 'web',
  id: 'none',
  title: 'No sign-in, or a client certificate',
  description: 'The server asks for nothing, or only for a client certificate (mutual TLS).',
  config: z.object(webConfig),
  secrets: z.object(tlsSecrets),
  addressFields: ['baseUrl'],
  embedded: false,
  open: (settings) => webPort(settings, { renews: false, headers: () => ({}) }),
})
