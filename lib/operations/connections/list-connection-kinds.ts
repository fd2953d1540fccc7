import { z } from 'zod'
import type { ConnectionKindView } from '#lib/contracts/integrations/connections'
import { connectionKinds } from '#lib/domain/statuses'
import type { Provider } from '#lib/integrations/provider'
import { integrations } from '#lib/integrations/registry'
import { defineOperation } from '../define-operation.ts'

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>

const providerView = ({ id, title, description, config, secrets, embedded }: Provider) => ({
  id,
  title,
  description,
  embedded,
  configSchema: schemaOf(config),
  secretsSchema: schemaOf(secrets),
})

// The answer never changes in a process, and the schemas take milliseconds to make.
let kept: { items: ConnectionKindView[] } | undefined

function allKinds(): { items: ConnectionKindView[] } {
  const items = connectionKinds.map((kind) => {
    const { title, description, providers } = integrations[kind]
    return { kind, title, description, providers: (providers as Provider[]).map(providerView) }
  })
  return { items }
}

/** The kinds and their providers, as data for the forms. */
export const listConnectionKinds = defineOperation<object, { items: ConnectionKindView[] }>({
  name: 'listConnectionKinds',
  permission: 'connections:read',
  async run() {
    kept ??= allKinds()
    return kept
  },
})
