import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Place } from '#test/chaos/replicated-postgres'

export type Ports = {
  /** Where callers find the product, and where its processes find the primary. */
  product: number
  database: number
  webs: number[]
  places: Place[]
}

const config = ({ product, database, webs, places }: Ports): string => `
defaults
  timeout connect 2s
  timeout client 60s
  timeout server 120s
  timeout http-request 10s
frontend product
  bind 127.0.0.1:${product}
  mode http
  http-request del-header X-Forwarded-For
  option forwardfor
  default_backend webs
backend webs
  mode http
  balance leastconn
  option httpchk GET /api/health
  default-server check inter 500 fall 2 rise 1
  retries 3
  option redispatch
${webs.map((port) => `  server web-${port} 127.0.0.1:${port}`).join('\n')}
listen primary
  bind 127.0.0.1:${database}
  mode tcp
  timeout client 30m
  timeout server 30m
  option httpchk GET /primary
  http-check expect status 200
  default-server check inter 300 fall 2 rise 1 on-marked-down shutdown-sessions
${places.map((one) => `  server ${one.name} 127.0.0.1:${one.port} port ${one.agentPort}`).join('\n')}
`

/** Starts HAProxy in front of the web processes and of the primary. Throws when it is not installed. */
export async function startHaproxy(folder: string, ports: Ports): Promise<() => Promise<void>> {
  if (spawnSync('haproxy', ['-v']).error)
    throw new Error('This needs HAProxy. On Debian: apt-get install haproxy.')
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, config(ports))
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
