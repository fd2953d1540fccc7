import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import path from 'node:path'
import { inOrganization } from '#db/client'
import { roleUrls } from '#db/role-url'
import { apiKeys } from '#db/schema/people'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import { newId } from '#lib/ids'
import { childEnvironment } from '../../lib/server/child-environment.ts'
import type { BenchEngine } from './bench-engine.ts'
import { postgresCpuMs } from './cpu.ts'
import { unreachedLimits } from './limits.ts'

/** Milliseconds of CPU so far; a process' children count with it. */
export type Cpu = { api: number; worker: number; postgres: number; caller: number }

type Asked = { body?: object; headers?: Record<string, string> }

export type ApiProcesses = {
  /** One request with an owner's key; throws unless the answer's status is below 300. */
  ask(method: string, path: string, asked?: Asked): Promise<string>
  cpu(): Promise<Cpu>
  stop(): Promise<void>
}

async function ready(child: ChildProcess): Promise<number> {
  return await new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error('a process of the benchmark did not start')))
  })
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [used] = await once(child, 'message')
  return Number(used)
}

async function makeKey(organizationId: string): Promise<string> {
  const key = newApiKey()
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(apiKeys).values({
      id: newId(),
      organizationId,
      name: 'Bench',
      prefix: apiKeyPrefix(key),
      hash: hashApiKey(key),
      role: 'owner',
    })
  })
  return key
}

/** Sends requests with a key; throws unless the answer's status is below 300. */
function asker(agent: Agent, port: number, key: string) {
  return async (method: string, at: string, { body, headers }: Asked): Promise<string> => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const ofBody =
      sent === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
    return await new Promise((resolve, reject) => {
      const request = httpRequest({
        host: '127.0.0.1',
        port,
        path: `/api/v2${at}`,
        agent,
        method,
        headers: { authorization: `Bearer ${key}`, ...ofBody, ...headers },
      })
      request.on('error', reject).on('response', (response) => {
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (part: string) => {
            text += part
          })
          .on('end', () => {
            const { statusCode = 0 } = response
            if (statusCode < 300) resolve(text)
            else reject(new Error(`${method} ${at}: ${statusCode}: ${text.slice(0, 300)}`))
          })
      })
      request.end(sent)
    })
  }
}

/**
 * The API in a process of its own, as in production but without Next, and a worker in another, on
 * the database of `bench`; the caller is this process, with 20 connections. PROFILE_DIR=… keeps a
 * CPU profile of each process. Set `SECRET_KEY` before `bench` starts.
 */
export async function startApiProcesses(
  bench: BenchEngine,
  settings: Record<string, string> = {},
): Promise<ApiProcesses> {
  Object.assign(process.env, unreachedLimits)
  const profile = process.env['PROFILE_DIR']
  const execArgv = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  const env = { ...childEnvironment(roleUrls(bench.url)), ...settings }
  const program = path.join(import.meta.dirname, 'api-process.ts')
  const api = fork(program, ['serve'], { env, execArgv })
  const worker = fork(program, ['work'], { env, execArgv })
  const [port] = await Promise.all([ready(api), ready(worker)])
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const ask = asker(agent, port, await makeKey(bench.organizationId))
  return {
    ask: async (method, at, asked = {}) => await ask(method, at, asked),
    cpu: async () => {
      const [ofApi, ofWorker, postgres] = await Promise.all([
        cpuOf(api),
        cpuOf(worker),
        postgresCpuMs(bench.admin),
      ])
      const { user, system } = process.cpuUsage()
      return { api: ofApi, worker: ofWorker, postgres, caller: (user + system) / 1000 }
    },
    stop: async () => {
      agent.destroy()
      // A child exits by itself when it is let go, and writes its profile.
      for (const child of [api, worker]) {
        child.disconnect()
        await once(child, 'exit')
      }
    },
  }
}
