import { z } from 'zod'

/**
 * A setting that says where a provider lies: http or https, without user name or password (settings
 * are shown to everyone).
 */
export const addressField = (title: string, description: string) =>
  z
    .url({ protocol: /^https?$/, error: 'Give an address like https://api.example.com.' })
    .max(500)
    .refine((url) => !URL.canParse(url) || new URL(url).username + new URL(url).password === '', {
      error: 'An address may not hold a user name or password: it is shown to everyone.',
    })
    .meta({ title, description })
