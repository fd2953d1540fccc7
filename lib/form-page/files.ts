/** Where the build puts the program of the page, its style and its renderer. */
export const formPageFolder = '.next/form-page'
/** The same components for the server, in that folder. */
export const rendererName = 'render.mjs'
/** A `Manifest`, in that folder. */
export const manifestName = 'manifest.json'

/** What the build made. */
export type Manifest = {
  /** The file of the page's program; other files are loaded by it when they are needed. */
  script: string
  /** Files that it needs at once. */
  preload: string[]
  /** The worker that solves challenges; most visitors never load it. */
  worker: string
  /** The page's whole style; in the page itself, so that the first answer can be read. */
  style: string
}
