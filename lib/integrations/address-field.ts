import { z } from 'zod'

/**
 * The address of a provider: http or https, without user name or password, because settings are
 * shown to everyone.
 */
export const addressField = (title: string, description: string) =>
  z
    .url({ protocol: /^https?$/, error: 'Give an address like https://api.example.com.' })
    .max(500)
    .refine((url) => !URL.canParse(url) || new URL(url).username + new URL(url).password === '', {
      error: 'An address may not contain a user name or password: it is shown to everyone.',
    })
    .meta({ title, description })
