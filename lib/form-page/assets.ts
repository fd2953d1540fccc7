import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { formPageFolder, manifestName, type Manifest } from './files.ts'

const fileAt = (...parts: string[]): string =>
  path.join(/* turbopackIgnore: true */ process.cwd(), ...parts)

let manifest: Promise<Manifest> | undefined

async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(fileAt(formPageFolder, manifestName), 'utf8')) as Manifest
}

/** What the build made; read once, but each time while pages are developed. */
export async function formManifest(): Promise<Manifest> {
  if (process.env.NODE_ENV !== 'production') return await readManifest()
  manifest ??= readManifest()
  manifest.catch(() => {
    manifest = undefined
  })
  return await manifest
}

const endings = { br: '.br', gzip: '.gz', identity: '' } as const

export type FormAsset = { bytes: Buffer; encoding: keyof typeof endings }

/**
 * A program of the page, compressed by the build as the browser accepts it (`Accept-Encoding`).
 * Null where there is no such file.
 */
export async function formAsset(name: string, accepted = ''): Promise<FormAsset | null> {
  if (!/^[\w-]+\.js$/.test(name)) return null
  const words = accepted.split(',').map((word) => word.trim().split(';')[0])
  const encoding = (['br', 'gzip'] as const).find((each) => words.includes(each)) ?? 'identity'
  const file = fileAt(formPageFolder, name + endings[encoding])
  const bytes = await readFile(file).catch(() => null)
  return bytes && { bytes, encoding }
}

/** The name of the file changes with its content. */
export const assetHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
} as const
