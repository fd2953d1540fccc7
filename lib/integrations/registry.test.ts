import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { integrations } from './registry.ts'

type Field = { title?: string; description?: string }

/** The fields of a form as JSON Schema says them. */
function fieldsOf(schema: z.ZodType): Record<string, Field> {
  const { properties } = z.toJSONSchema(schema, { io: 'input' })
  return (properties ?? {}) as Record<string, Field>
}

const providers = Object.entries(integrations).flatMap(([kind, { providers: own }]) =>
  own.map((provider) => ({ name: `${kind} ${provider.id}`, kind, provider })),
)

describe('every kind of connection', () => {
  it.each(Object.entries(integrations))('%s has a sandbox and ids of its own', (kind, entry) => {
    const ids = entry.providers.map(({ id }) => id)
    expect(new Set(ids).size, `two providers of ${kind} have one id`).toBe(ids.length)
    expect(entry.providers.filter(({ embedded }) => embedded)).toHaveLength(1)
  })
})

describe.each(providers)('the provider $name', ({ kind, provider }) => {
  it('stands under its own kind', () => expect(provider.kind).toBe(kind))

  it('says of every setting and secret what it is', () => {
    const fields = { ...fieldsOf(provider.config), ...fieldsOf(provider.secrets) }
    const mute = Object.entries(fields).filter(([, field]) => !field.title || !field.description)
    expect(mute.map(([name]) => name)).toEqual([])
  })

  it('names address fields that its settings have', () => {
    const known = Object.keys(fieldsOf(provider.config))
    expect(provider.addressFields.filter((name) => !known.includes(name))).toEqual([])
  })
})
