import { watch } from 'node:fs'
import { buildFormPage } from '#lib/form-page/build'
import { say } from './say.ts'

const quietMs = 300
const folders = ['components', 'lib/form-page', 'lib/domain']

/**
 * Builds the page of shared forms, which `next dev` does not, and again after each change of its
 * sources. Returns the function that ends that.
 */
export async function keepFormPageBuilt(): Promise<() => void> {
  await buildFormPage()
  let timer: NodeJS.Timeout | undefined
  const build = () => {
    buildFormPage().catch((error: unknown) => say(String(error)))
  }
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(build, quietMs)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
