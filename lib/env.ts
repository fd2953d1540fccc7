import { hkdfSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { isNetwork } from './client-address.ts'
import { firstKey, readingKeys } from './keyring.ts'
import { parseRateLimits } from './rate-limits-setting.ts'
import { persistedSecretKey } from './secret-key.ts'
import { SettingsError } from './settings-error.ts'
import { parseWorkerLabels } from './worker-labels.ts'

const port = z.coerce
  .number({ error: 'must be a port number between 1 and 65535, for example 3000' })
  .int('must be a whole number')
  .min(1, 'must be a port number between 1 and 65535')
  .max(65535, 'must be a port number between 1 and 65535')

const url = (protocols: string[], example: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address like ${example}`,
  })

const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], {
      error: 'must be development, production or test',
    })
    .default('development'),
  PORT: port.default(3000),
  HOST: z
    .union([z.ipv4(), z.ipv6()], {
      error: 'must be an address of this machine, for example 127.0.0.1',
    })
    .optional(),
  BASE_URL: url(['http:', 'https:'], 'https://rounds.example.com').optional(),
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'postgresql://user:password@host:5432/database',
  ).optional(),
  CELL: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,29}$/,
      'must be a short name of lower-case letters, digits and dashes, for example east',
    )
    .optional(),
  CELL_URL: url(['http:', 'https:'], 'http://rounds-east.internal:3000').optional(),
  DIRECTORY_URL: url(
    ['postgres:', 'postgresql:'],
    'postgresql://user:password@host:5432/rounds_directory',
  ).optional(),
  DATABASE_POOLER_URL: url(
    ['postgres:', 'postgresql:'],
    'postgresql://pgbouncer.example.com:6432',
  ).optional(),
  DATABASE_POOLER_PREPARES: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((text) => text === 'true'),
  DATABASE_REPLICA_URL: url(
    ['postgres:', 'postgresql:'],
    'postgresql://standby.example.com:5432/database',
  ).optional(),
  DATA_DIR: z.string().default('.data'),
  ARCHIVE_DIR: z.string().optional(),
  FILES_STORE: z.enum(['folder', 's3'], { error: 'must be folder or s3' }).default('folder'),
  FILES_STORE_ALSO: z.enum(['folder', 's3'], { error: 'must be folder or s3' }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: url(['http:', 'https:'], 'https://s3.example.com').optional(),
  S3_PREFIX: z
    .string()
    .default('')
    .transform((prefix) => prefix.replace(/^\/+|\/+$/g, '')),
  S3_FORCE_PATH_STYLE: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((text) => text === 'true'),
  S3_SSE: z.enum(['AES256', 'aws:kms'], { error: 'must be AES256 or aws:kms' }).optional(),
  S3_KMS_KEY_ID: z.string().optional(),
  S3_LINK_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds, 0 for no links' })
    .int('must be a whole number')
    .min(0, 'must be at least 0 (no links)')
    .max(3600, 'must be at most 3600')
    .default(0),
  S3_LINK_ENDPOINT: url(['http:', 'https:'], 'https://s3.example.com').optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters; make one with: openssl rand -base64 32')
    .optional(),
  NEW_SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters; make one with: openssl rand -base64 32')
    .optional(),
  SEED_API_KEY: z.string().min(20, 'must have at least 20 characters').optional(),
  SEED_OWNER_EMAIL: z.email('must be an e-mail address').default('owner@example.com'),
  SEED_OWNER_PASSWORD: z.string().min(15, 'must have at least 15 characters').optional(),
  WORKERS: z.coerce
    .number({ error: 'must be a number between 1 and 64' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(64, 'must be at most 64')
    .default(1),
  WORKER_LABELS: z
    .string()
    .default('')
    .transform((text, context) => {
      const serving = parseWorkerLabels(text)
      if (serving) return serving
      const message =
        'must be labels of lower-case letters, digits, dots and dashes with commas between them, ' +
        'for example emr-zone or emr-zone,unbound'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
  CONNECTIONS_PER_ADDRESS: z.coerce
    .number({ error: 'must be a number, 0 for no limit' })
    .int('must be a whole number')
    .min(0, 'must be at least 0 (no limit)')
    .default(500),
  SHED_AFTER_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds, 0 for never' })
    .int('must be a whole number')
    .min(0, 'must be at least 0 (never)')
    .default(120),
  RATE_LIMITS: z
    .string()
    .default('')
    .transform((text, context) => {
      const limits = parseRateLimits(text)
      if (limits) return limits
      const message =
        'must be requests a minute like key=6000,person=3000,organization=60000,address=30000,' +
        'directory=6000; 0 is no limit'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
  CLAMAV_URL: url(['tcp:'], 'tcp://clamav.example.com:3310').optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587').optional(),
  MAIL_FROM: z.string().default('Rounds <rounds@localhost>'),
  MAIL_BOUNCE_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain, for example mail.example.com')
    .optional(),
  MAIL_IN_PORT: port.optional(),
  MAIL_IN_HOST: z
    .union([z.ipv4(), z.ipv6()], {
      error: 'must be an address of this machine, for example 0.0.0.0',
    })
    .optional(),
  MAIL_IN_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(
      /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
      'must be a domain, for example in.rounds.example.com',
    )
    .optional(),
  MAIL_IN_TLS_CERT: z.string().optional(),
  MAIL_IN_TLS_KEY: z.string().optional(),
  MAIL_IN_WEBHOOK_PASSWORD: z
    .string()
    .min(20, 'must have at least 20 characters; make one with: openssl rand -hex 20')
    .optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
  ACCESS_LOG: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((text) => text === 'true'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters; make one with: openssl rand -hex 16')
    .optional(),
  OIDC_ISSUER: url(['http:', 'https:'], 'https://login.example.com').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().default('Single sign-on'),
  DNS_SERVERS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine(
      (list) => list.every((entry) => /^(?:[\d.]+(?::\d+)?|\[[\da-f:.]+\](?::\d+)?)$/i.test(entry)),
      {
        error: 'must be addresses of name servers, for example 10.0.0.53 or [2001:db8::53]:5353',
      },
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('0')
    .transform((text) => {
      const entries = text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean)
      const [first = '0'] = entries
      return entries.length < 2 && /^\d$/.test(first) ? Number(first) : entries
    })
    .refine((trusted) => typeof trusted === 'number' || trusted.every(isNetwork), {
      error: 'must be the number of proxies in front, or their networks, for example 10.0.0.0/8',
    }),
  HTTP_ALLOW_PRIVATE: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine((list) => list.every((entry) => /^.+:\d{1,5}$/.test(entry)), {
      error: 'must be a comma-separated list of host:port, for example 10.0.0.5:8080',
    }),
})

type Stores = { FILES_STORE: string; FILES_STORE_ALSO?: string | undefined }

/** Whether files are kept there, or are being moved from or to there. */
export const usesStore = (set: Stores, store: 'folder' | 's3'): boolean =>
  set.FILES_STORE === store || set.FILES_STORE_ALSO === store

const schema = variables
  .transform((values) => ({
    ...values,
    DATA_DIR: path.resolve(values.DATA_DIR),
    ARCHIVE_DIR: values.ARCHIVE_DIR === undefined ? undefined : path.resolve(values.ARCHIVE_DIR),
    BASE_URL: (values.BASE_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    hasBaseUrl: values.BASE_URL !== undefined,
  }))
  .refine(
    ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }) =>
      new Set([OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].map((value) => value === undefined))
        .size === 1,
    {
      path: ['OIDC_ISSUER'],
      error: 'single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together',
    },
  )
  .refine(
    ({ CELL, CELL_URL, DIRECTORY_URL }) =>
      new Set([CELL, CELL_URL, DIRECTORY_URL].map((value) => value === undefined)).size === 1,
    {
      path: ['CELL'],
      error: 'several clusters need CELL, CELL_URL and DIRECTORY_URL together',
    },
  )
  .refine(({ CELL, SECRET_KEY }) => CELL === undefined || SECRET_KEY !== undefined, {
    path: ['SECRET_KEY'],
    error:
      'is needed with CELL: the same in every cell, so that what one of them made is good in all',
  })
  .refine(
    ({ MAIL_IN_TLS_CERT, MAIL_IN_TLS_KEY }) =>
      (MAIL_IN_TLS_CERT === undefined) === (MAIL_IN_TLS_KEY === undefined),
    {
      path: ['MAIL_IN_TLS_CERT'],
      error: 'needs MAIL_IN_TLS_KEY, and the other way round: the files of certificate and key',
    },
  )
  .refine(({ FILES_STORE, FILES_STORE_ALSO }) => FILES_STORE !== FILES_STORE_ALSO, {
    path: ['FILES_STORE_ALSO'],
    error: 'must be the other store, the one that files are moved from or to',
  })
  .refine((set) => !usesStore(set, 's3') || set.S3_BUCKET !== undefined, {
    path: ['S3_BUCKET'],
    error: 'is needed with FILES_STORE=s3 or FILES_STORE_ALSO=s3: the bucket that keeps the files',
  })
  .refine(
    (set) => (set.S3_ACCESS_KEY_ID === undefined) === (set.S3_SECRET_ACCESS_KEY === undefined),
    {
      path: ['S3_ACCESS_KEY_ID'],
      error: 'needs S3_SECRET_ACCESS_KEY, and the other way round',
    },
  )

export type Env = z.output<typeof schema>

/**
 * Settings that are secret. Each may be in a file that `<name>_FILE` names, as Docker and
 * Kubernetes mount secrets; the setting itself goes before its file.
 */
const secretSettings = [
  'DATABASE_URL',
  'DIRECTORY_URL',
  'MAIL_IN_WEBHOOK_PASSWORD',
  'METRICS_TOKEN',
  'NEW_SECRET_KEY',
  'OIDC_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'SEED_API_KEY',
  'SEED_OWNER_PASSWORD',
  'SMTP_URL',
] as const satisfies (keyof z.input<typeof variables>)[]

/** Reads the files of the secrets that `given` does not contain. Throws a `SettingsError`. */
function secretsFromFiles(given: Record<string, string | undefined>): Record<string, string> {
  const secrets: Record<string, string> = {}
  for (const name of secretSettings) {
    const file = given[`${name}_FILE`]
    if (file === undefined || given[name] !== undefined) continue
    const refuse = (why: string): never => {
      throw new SettingsError(
        `${name}_FILE names ${file}, which ${why}. Correct the path or the file, or set ${name}.`,
      )
    }
    let text = ''
    try {
      text = readFileSync(file, 'utf8').trim()
    } catch (error) {
      refuse(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`)
    }
    secrets[name] = text || refuse('is empty')
  }
  return secrets
}

/**
 * Reads the environment variables of `source`. Throws a `SettingsError` that names each bad
 * variable and says what it must be.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  // `PORT=` in a .env file means "not set".
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = schema.safeParse({ ...given, ...secretsFromFiles(given) })
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`)
  throw new SettingsError(
    `Some settings cannot be used: ${sentences.join(' ')} See .env.example for all settings.`,
  )
}

let cached: Env | undefined
let secret: string | undefined

/**
 * The settings of this process, from the environment and (for what it does not set) the file
 * `.env`; read once.
 */
export function env(): Env {
  if (!cached) {
    // Tests set everything themselves; a developer's own settings must not change what they show.
    // The settings of another cell are whole, too.
    const isWhole = process.env.NODE_ENV === 'test' || process.env['ROUNDS_SETTINGS_GIVEN'] === '1'
    if (!isWhole && existsSync('.env')) process.loadEnvFile('.env')
    cached = parseEnv(process.env)
  }
  return cached
}

/**
 * The secret that opens the keys of this installation: `SECRET_KEY`, or what is kept in `DATA_DIR`.
 */
export function secretKey(): string {
  secret ??= env().SECRET_KEY ?? persistedSecretKey(env().DATA_DIR)
  return secret
}

/** Reads the secret that is kept in `DATA_DIR` again: a rotation may have replaced it. */
export function rereadSecretKey(): void {
  secret = undefined
}

/** A 32-byte key for one purpose by HKDF-SHA256 (RFC 5869). */
export const derive = (content: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', content, 'rounds', purpose, 32))

/**
 * A key for one purpose, derived from the installation's first key, which stays when SECRET_KEY is
 * replaced. Two purposes never share a key, and a derived key tells nothing about the first one.
 */
export const deriveKey = (purpose: string): Buffer =>
  derive(firstKey()?.content ?? secretKey(), purpose)

/** The same from every key that is readable now, the one that writes first: for tokens that live days. */
export function deriveKeys(purpose: string): [Buffer, ...Buffer[]] {
  const [first = deriveKey(purpose), ...rest] = readingKeys().map(({ content }) =>
    derive(content, purpose),
  )
  return [first, ...rest]
}
