import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Place } from '#test/chaos/replicated-postgres'

/** One address of the product, and the web processes behind it. */
type Front = { name: string; port: number; webs: number[] }
/** Where processes find the primary of a cluster. */
type Primary = { name: string; port: number; places: Place[] }

const servers = (webs: number[]): string =>
  webs.map((port) => `  server web-${port} 127.0.0.1:${port}`).join('\n')

const front = ({ name, port, webs }: Front): string => `
listen ${name}
  bind 127.0.0.1:${port}
  mode http
  http-request del-header X-Forwarded-For
  option forwardfor
  balance leastconn
  option httpchk GET /api/health
  default-server check inter 500 fall 2 rise 1
  retries 3
  option redispatch
${servers(webs)}
`

const primary = ({ name, port, places }: Primary): string => `
listen ${name}
  bind 127.0.0.1:${port}
  mode tcp
  timeout client 30m
  timeout server 30m
  option httpchk GET /primary
  http-check expect status 200
  default-server check inter 300 fall 2 rise 1 on-marked-down shutdown-sessions
${places.map((one) => `  server ${one.name} 127.0.0.1:${one.port} port ${one.agentPort}`).join('\n')}
`

const config = (fronts: Front[], primaries: Primary[]): string => `
defaults
  timeout connect 2s
  timeout client 60s
  timeout server 120s
  timeout http-request 10s
${fronts.map(front).join('')}${primaries.map(primary).join('')}`

/** Starts HAProxy in front of web processes and of primaries. Throws when it is not installed. */
export async function startHaproxy(
  folder: string,
  fronts: Front[],
  primaries: Primary[],
): Promise<() => Promise<void>> {
  if (spawnSync('haproxy', ['-v']).error)
    throw new Error('This needs HAProxy. On Debian: apt-get install haproxy.')
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, config(fronts, primaries))
  const proxy = spawn('haproxy', ['-f', file, '-db'], { stdio: ['ignore', 'inherit', 'inherit'] })
  const end = () => proxy.kill('SIGTERM')
  process.once('exit', end)
  const ended = once(proxy, 'exit')
  return async () => {
    end()
    await ended
    process.off('exit', end)
  }
}
