import { folderStore } from './folder/store.ts'
import type { Store } from './port.ts'

/** The store of this installation, by its settings. */
export async function store(): Promise<Store> {
  return await Promise.resolve(folderStore)
}
