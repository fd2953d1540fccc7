import type { FormatName } from 'ajv-formats/dist/formats.js'
import type { z } from 'zod'

/**
 * A value of each format that a schema may name. The type is the list of the formats package: a
 * format that it adds does not compile here until it has a value.
 */
export const samplesOfFormats: Record<FormatName, string | number> = {
  date: '2026-03-07',
  time: '09:00',
  'date-time': '2026-03-07T09:00:00Z',
  'iso-time': '09:00:00Z',
  'iso-date-time': '2026-03-07T09:00:00Z',
  duration: 'P1D',
  uri: 'https://example.com/a',
  'uri-reference': '/a',
  'uri-template': 'https://example.com/{id}',
  url: 'https://example.com/a',
  email: 'person@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  regex: '^a$',
  uuid: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
  'json-pointer': '/a',
  'json-pointer-uri-fragment': '#/a',
  'relative-json-pointer': '0',
  byte: 'aGk=',
  int32: 1,
  int64: 1,
  float: 1.5,
  double: 1.5,
  password: 'text',
  binary: 'text',
}

/** Formats of zod that have another name in a JSON Schema, or are a pattern there. */
type Renamed =
  | 'datetime'
  | 'ends_with'
  | 'guid'
  | 'includes'
  | 'json_string'
  | 'lowercase'
  | 'regex'
  | 'starts_with'
  | 'uppercase'
  | 'url'

/** Formats that only zod knows; JSON Schema ignores them. */
export const samplesOfZodFormats: Record<
  Exclude<z.core.$ZodStringFormats, FormatName | Renamed>,
  string
> = {
  base64: 'aGk=',
  base64url: 'aGk',
  cidrv4: '192.0.2.0/24',
  cidrv6: '2001:db8::/32',
  credit_card: '4111111111111111',
  cuid: 'cjld2cjxh0000qzrmn831i7rn',
  cuid2: 'tz4a98xxat96iws9zmbrgj3a',
  e164: '+12125550100',
  emoji: '📄',
  iban: 'DE89370400440532013000',
  jwt: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmF0dXJl',
  ksuid: '0o5sKzFDBc56T8mbUP8wH1KpSX7',
  nanoid: 'V1StGXR8_Z5jdHi6B-myT',
  ulid: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  xid: '9m4e2mr0ui3e8a215n4g',
}
