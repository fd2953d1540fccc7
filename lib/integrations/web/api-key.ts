import { z } from 'zod'
import { defineProvider } from '../provider.ts'
import { incomplete, webPort } from './client.ts'
import { headerSecret, tlsSecrets, webConfig } from './settings.ts'

/** Headers of the transport: a key in one of them would change the request. */
const transport =
  /^(host|content-.*|transfer-encoding|connection|upgrade|te|trailer|expect|keep-alive)$/i

/** A key in a header whose name the server decides. */
export const webApiKey = defineProvider({
  kind: 'web',
  id: 'api-key',
  title: 'API key in a header',
  description: 'Sends a key with every call, in a header that you name.',
  config: z.object({
    ...webConfig,
    header: z
      .string()
      .trim()
      .max(100)
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'A header name holds only letters, digits and -.')
      .refine((name) => !transport.test(name), { error: 'This header is set by Rounds itself.' })
      .default('X-API-Key')
      .meta({ title: 'Header', description: 'Its name, as the other system says.' }),
  }),
  secrets: z.object({
    apiKey: headerSecret('API key', 'From the settings of the other system.'),
    ...tlsSecrets,
  }),
  addressFields: ['baseUrl'],
  embedded: false,
  open: (settings) =>
    webPort(settings, {
      renews: false,
      headers() {
        const { apiKey } = settings.secrets
        if (!apiKey) throw incomplete('the API key is missing')
        return { [settings.config.header.toLowerCase()]: apiKey }
      },
    }),
})
