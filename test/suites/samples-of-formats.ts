import type { FormatName } from 'ajv-formats/dist/formats.js'

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
