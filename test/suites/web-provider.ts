import type { Provider } from '#lib/integrations/provider'
import type { WebPort } from '#lib/integrations/web/port'
import { memoryStore } from '#test/fakes/memory-store'
import type { WebServer } from '#test/fakes/web-server'

type Opened = { config: object; secrets?: object; servers: WebServer[] }

/** The port of a web provider that may call these servers. */
export const openWeb = (provider: Provider<'web'>, { config, secrets = {}, servers }: Opened) =>
  provider.open({
    config: provider.config.parse(config),
    secrets: provider.secrets.parse(secrets),
    store: memoryStore(),
    organizationId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c003',
    allowPrivate: servers.map(({ host }) => host),
  })

type Call = Parameters<WebPort['send']>[0]
/** Calls an address by GET, unless told otherwise. */
export const sendWeb = async (port: WebPort, url: string, change: Partial<Call> = {}) =>
  await port.send({
    url,
    method: 'GET',
    headers: {},
    timeoutMs: 10_000,
    maxBytes: 100_000,
    signal: AbortSignal.timeout(10_000),
    ...change,
  })
