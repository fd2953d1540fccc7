import { noteShortage } from '#lib/page-shortage'

/** Called by Next with what a page threw, before it answers 500. */
export function onRequestError(error: unknown): void {
  noteShortage(error)
}
