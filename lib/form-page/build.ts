import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { OutputChunk, Plugin, RolldownOptions } from 'rolldown'
import { formPageFolder, manifestName, rendererName, type Manifest } from './files.ts'

/**
 * Preact in place of React: it draws the same components for a sixth of React's size. The page of a
 * shared form loads nothing else that would need React itself.
 */
const preact = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

/** Parts of packages that forms do not use; `next.config.ts` leaves out the same. */
const unused: Record<string, string> = {
  'markdown-to-jsx/react': 'components/forms/unused/markdown.ts',
  'fast-uri': 'components/forms/unused/uri.ts',
}
/** In place of which the page has these few words. */
const inWords: Record<string, string> = {
  'next/navigation': 'export const useRouter = () => ({ push: (to) => location.assign(to) })',
}

/** `#components/…` and `#lib/…`, as package.json has them. */
function fileOf(name: string): string | undefined {
  if (!/^#(?:components|lib)\//.test(name)) return undefined
  const start = path.resolve(name.slice(1))
  return [`${start}.tsx`, `${start}.ts`].find((file) => existsSync(file))
}

const words = '\0words:'
const ownModules: Plugin = {
  name: 'modules of the form page',
  resolveId(name) {
    if (name in inWords) return words + name
    const less = unused[name]
    if (less) return path.resolve(less)
    // The page is taken over when its program has begun, which Preact says in another way.
    if (/\/use-hydrated(?:\.ts)?$/.test(name)) return path.resolve('lib/form-page/use-hydrated.ts')
    return fileOf(name)
  },
  load(id) {
    return id.startsWith(words) ? inWords[id.slice(words.length)] : undefined
  },
}

/** The server draws none of the parts that load at first use. */
const firstUseApart: Plugin = {
  name: 'parts that load at first use',
  resolveId: (name, _importer, { kind }) =>
    kind === 'dynamic-import' ? { id: name, external: true } : undefined,
}

const options = (input: string, plugins: Plugin[]): RolldownOptions => ({
  input,
  plugins,
  logLevel: 'silent',
  resolve: { alias: preact },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
})

async function programOf(input: string, server: boolean): Promise<OutputChunk[]> {
  // Loaded here, because only builds need it.
  const { rolldown } = await import('rolldown')
  const plugins = server ? [firstUseApart, ownModules] : [ownModules]
  const bundle = await rolldown({
    ...options(input, plugins),
    platform: server ? 'node' : 'browser',
  })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: !server,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  return output.filter((each) => each.type === 'chunk')
}

async function styleOf(): Promise<string> {
  const { default: postcss } = await import('postcss')
  const { default: tailwind } = await import('@tailwindcss/postcss')
  const from = path.resolve('lib/form-page/page.css')
  const plugins = [tailwind({ optimize: { minify: true } })]
  return (await postcss(plugins).process(readFileSync(from, 'utf8'), { from })).css
}

/** `sources`: the files of the program, for tests. */
type Built = Manifest & { sources: string[] }

/**
 * Builds the page of shared forms into a folder: its program for the browser, already
 * compressed, the same components for drawing it on the server, and its style.
 */
export async function buildFormPage(folder = formPageFolder): Promise<Built> {
  const [page, worker, [render], style] = await Promise.all([
    programOf('lib/form-page/browser.tsx', false),
    programOf('lib/form-page/proof-worker.ts', false),
    programOf('lib/form-page/render.tsx', true),
    styleOf(),
  ])
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const chunks = [...page, ...worker]
  for (const { fileName, code } of chunks) {
    const file = path.join(folder, fileName)
    writeFileSync(file, code)
    writeFileSync(`${file}.gz`, gzipSync(code, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(code))
  }
  writeFileSync(path.join(folder, rendererName), render?.code ?? '')
  const entry = page.find(({ isEntry }) => isEntry)
  const manifest: Manifest = {
    script: entry?.fileName ?? '',
    preload: entry?.imports ?? [],
    worker: worker[0]?.fileName ?? '',
    style,
  }
  writeFileSync(path.join(folder, manifestName), JSON.stringify(manifest))
  return { ...manifest, sources: chunks.flatMap(({ moduleIds }) => moduleIds) }
}
