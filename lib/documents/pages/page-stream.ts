import type { DocumentPage } from '#lib/domain/document/page'

/** A page by its file and number. */
export type PageKey = Pick<DocumentPage, 'fileId' | 'page'>

/** The pages of some files, of which only a few are in memory: a large table has thousands. */
export type PageStream = {
  /** All pages in their order, some at a time, without their words. */
  texts(): AsyncIterable<readonly DocumentPage[]>
  /** These pages with their words, in the order of the files and pages. */
  load(keys: readonly PageKey[]): Promise<DocumentPage[]>
}

/** A stream of pages that are in memory. */
export const streamOf = (pages: readonly DocumentPage[]): PageStream => ({
  async *texts() {
    yield pages
    await Promise.resolve()
  },
  async load(keys) {
    const isAsked = ({ fileId, page }: DocumentPage) =>
      keys.some((key) => key.fileId === fileId && key.page === page)
    return await Promise.resolve(pages.filter(isAsked))
  },
})
