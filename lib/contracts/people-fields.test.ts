import { expect, it } from 'vitest'
import { emailSchema } from './people-fields.ts'

// Two programs may read one of these differently, and the mail goes to somebody else.
it.each([
  '"e@attacker.example"@example.com',
  'a@example.com,b@example.com',
  'a@example.com b@example.com',
  'Ada <a@example.com>',
  'people: a@example.com, b@example.com;',
  'a(comment)@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'a\u0000@example.com',
  'a＠example.com',
  'a@example．com',
  'ä@example.com',
  'a@[127.0.0.1]',
  'a@@example.com',
  '@example.com',
  'a@',
  `${'a'.repeat(250)}@example.com`,
])('%j is no address to invite', (text) => {
  expect(emailSchema.safeParse(text).success).toBe(false)
})

it('is compared without regard to case', () => {
  expect(emailSchema.parse('  Ada.Example+list@Example.COM ')).toBe('ada.example+list@example.com')
})
