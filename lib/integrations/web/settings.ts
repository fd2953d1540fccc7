import { z } from 'zod'
import { addressField } from '../address-field.ts'

const pem = (title: string, description: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(50_000)
    .optional()
    .meta({ title, description, 'x-formFieldType': 'long-text' })

/** The settings that all ways to sign in share. */
export const webConfig = {
  baseUrl: addressField(
    'Address',
    'Steps call paths below it, for example https://api.example.com/v1.',
  ),
  testPath: z.string().max(500).default('').meta({
    title: 'Path for the test',
    description: 'What the test button reads, such as /status. When empty: the address itself.',
  }),
}

/** Secrets of the connection itself (mutual TLS), which go with every way to sign in. */
export const tlsSecrets = {
  clientCertificate: pem(
    'Client certificate',
    'Only for servers that ask for one (mutual TLS): PEM, with its chain.',
  ),
  clientKey: pem('Key of the certificate', 'PEM, beside the client certificate.'),
  clientKeyPassphrase: z
    .string()
    .optional()
    .meta({ title: 'Passphrase of the key', description: 'When the key has one.' }),
  authority: pem(
    'Certificate authority of the server',
    'PEM. Trusted in place of the public ones, for a server with a certificate of your own.',
  ),
}

/** A secret that goes out as a header as it is, so it has no spaces and no line breaks. */
export const headerSecret = (title: string, description: string) =>
  z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'It has plain characters only, without spaces.')
    .max(8000)
    .optional()
    .meta({ title, description })
