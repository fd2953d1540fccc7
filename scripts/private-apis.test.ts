import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import jsonata from 'jsonata'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeClient } from '../lib/postgres.ts'

// We use members of these packages that are not part of their public API. So each package is pinned
// to one version, and an upgrade that changes such a member fails here, with the place that uses
// it.

const requireFile = createRequire(import.meta.url)
const modules = path.resolve('node_modules')
type Package = { version: string; dependencies: Record<string, string> }
const packageAt = (file: string): Package => JSON.parse(readFileSync(file, 'utf8')) as Package

describe('private members of packages', () => {
  it.each(['pg', 'graphile-worker', 'jsonata', 'next'])('%s is pinned to one version', (name) => {
    const { version } = packageAt(path.join(modules, name, 'package.json'))
    expect(packageAt('package.json').dependencies[name]).toBe(version)
  })

  it('pg: connection.stream of a client is a socket (db/client.ts, org-database)', () => {
    const { connection } = makeClient({}) as unknown as {
      connection: { stream: Record<string, unknown> }
    }
    for (const method of ['cork', 'uncork', 'destroy'])
      expect(typeof connection.stream[method], `connection.stream.${method}`).toBe('function')
  })

  it('graphile-worker: the local queue has a method background (engine/worker/jobs.ts)', () => {
    const { LocalQueue } = requireFile(
      path.join(modules, 'graphile-worker/dist/localQueue.js'),
    ) as { LocalQueue: { prototype: Record<string, unknown> } }
    const { background } = LocalQueue.prototype
    expect(typeof background).toBe('function')
    expect((background as (work: Promise<unknown>) => void).length).toBe(1)
  })

  it('next: the configuration of the build replaces next.config.ts (web/config-of-build.ts)', async () => {
    const { default: loadConfig } = requireFile('next/dist/server/config') as {
      default(phase: string, folder: string): Promise<object>
    }
    vi.stubEnv('__NEXT_PRIVATE_STANDALONE_CONFIG', JSON.stringify({ ofBuild: true }))
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await loadConfig('phase-production-server', modules)).toEqual({ ofBuild: true })
  })

  it('jsonata: _jsonata_function marks a function, whose `this` has an environment', async () => {
    let seen: unknown
    const implementation = function (this: { environment: { lookup(name: string): unknown } }) {
      seen = this.environment.lookup('fromMillis')
      return 'ours'
    }
    const ours = { _jsonata_function: true, implementation }
    expect(await jsonata('$now()').evaluate({}, { now: ours })).toBe('ours')
    expect(seen).toMatchObject({ _jsonata_function: true, implementation: expect.any(Function) })
  })
})
