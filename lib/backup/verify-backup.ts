import type { Manifest } from './manifest.ts'
import { backupNames, readManifest, readObject, type Repository } from './repository.ts'

type Verified = { manifest: Manifest; damaged: string[] }

/**
 * Reads every byte of the backups and compares it with their manifests: of one backup, or of all.
 * Throws a `SettingsError` when a manifest cannot be read.
 */
export async function verifyBackups(
  repository: Repository,
  { only, progress }: { only?: string | undefined; progress: (sentence: string) => void },
): Promise<Verified[]> {
  const names = only === undefined ? await backupNames(repository) : [only]
  // Backups share most objects, and each is read once.
  const known = new Map<string, string | undefined>()
  const verified: Verified[] = []
  for (const name of names) {
    progress(`Reading ${name} …`)
    const manifest = await readManifest(repository, name)
    const damaged: string[] = []
    for (const entry of manifest.entries) {
      if (!known.has(entry.object)) known.set(entry.object, await problemOf(repository, entry))
      const problem = known.get(entry.object)
      if (problem !== undefined) damaged.push(problem)
    }
    verified.push({ manifest, damaged })
  }
  return verified
}

async function problemOf(
  repository: Repository,
  entry: Manifest['entries'][number],
): Promise<string | undefined> {
  try {
    for await (const chunk of readObject(repository, entry)) void chunk
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
