import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Provider } from './provider.ts'
import { integrations } from './registry.ts'

type Field = {
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  enumNames?: string[]
}

/** The fields of a form in JSON Schema. */
function fieldsOf(schema: z.ZodType): Record<string, Field> {
  const { properties } = z.toJSONSchema(schema, { io: 'input' })
  return (properties ?? {}) as Record<string, Field>
}

const providers = Object.entries(integrations).flatMap(([kind, { providers: own }]) =>
  own.map((provider) => ({ name: `${kind} ${provider.id}`, kind, provider })),
)

describe('every kind of connection', () => {
  it.each(Object.entries(integrations))('%s has a sandbox and unique ids', (kind, entry) => {
    const ids = entry.providers.map(({ id }) => id)
    expect(new Set(ids).size, `two providers of ${kind} have one id`).toBe(ids.length)
    const sandboxes = entry.providers.filter(({ embedded }) => embedded)
    expect(sandboxes, `${kind} needs one embedded provider: sandbox.ts`).toHaveLength(1)
  })
})

describe.each(providers)('the provider $name', ({ kind, provider }) => {
  it('is listed under its own kind', () => expect(provider.kind).toBe(kind))

  it('describes every setting and secret', () => {
    const fields = { ...fieldsOf(provider.config), ...fieldsOf(provider.secrets) }
    const mute = Object.entries(fields).filter(([, field]) => !field.title || !field.description)
    expect(mute.map(([name]) => `give the field ${name} a title and a description`)).toEqual([])
  })

  it('has words for every choice', () => {
    const fields = Object.entries(fieldsOf(provider.config))
    const raw = fields.filter(([, one]) => one.enum && one.enum.length !== one.enumNames?.length)
    expect(raw.map(([name]) => `give ${name} enumNames, one for each value`)).toEqual([])
  })

  it('names only address fields that exist in its settings', () => {
    const known = Object.keys(fieldsOf(provider.config))
    expect(provider.addressFields.filter((name) => !known.includes(name))).toEqual([])
  })

  it('drops its secrets with every address', () => {
    const addresses = Object.entries(fieldsOf(provider.config))
      .filter(([, { format }]) => format === 'uri')
      .map(([name]) => name)
    const missing = addresses.filter((name) => !provider.addressFields.includes(name))
    expect(missing.map((name) => `add ${name} to addressFields`)).toEqual([])
    if (Object.keys(fieldsOf(provider.secrets)).length > 0)
      expect(provider.addressFields, 'it has secrets: name where they are sent').not.toEqual([])
  })
})

const outside = providers.filter(({ provider }) => !provider.embedded)

it.each(outside)('the provider $name has its own test', ({ kind, provider }) => {
  const test = path.join('lib/integrations', kind, `${provider.id}.test.ts`)
  expect(existsSync(test), `write ${test}, see CONTRIBUTING.md`).toBe(true)
})

it('has every provider of the folders', async () => {
  const files = globSync('lib/integrations/*/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files
      .filter((file) => readFileSync(file, 'utf8').includes('defineProvider('))
      .map(async (file) => Object.entries((await import(path.resolve(file))) as object)),
  )
  const registered = providers.map(({ provider }): unknown => provider)
  const missing = modules
    .flat()
    .filter(([, value]) => (value as Partial<Provider> | null)?.addressFields !== undefined)
    .filter(([, value]) => !registered.includes(value))
  expect(missing.map(([name]) => `add ${name} to lib/integrations/registry.ts`)).toEqual([])
  expect(modules).toHaveLength(registered.length)
})
