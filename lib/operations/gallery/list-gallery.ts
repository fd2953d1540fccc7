import type { GallerySummary } from '#lib/contracts/workflows/gallery'
import { integrations } from '#lib/integrations/registry'
import { defineOperation } from '../define-operation.ts'
import { drawingOf } from './drawing-of.ts'
import { gallery } from './gallery.ts'

// The answer never changes in a process.
let kept: { items: GallerySummary[] } | undefined

const summaries = () =>
  gallery().map(({ id, name, area, summary, people, needs, samples, definition }) => ({
    id,
    name,
    area,
    summary,
    people,
    needs: needs.map(({ kind }) => ({ kind, title: integrations[kind].title })),
    samples: samples.length,
    drawing: drawingOf(definition),
  }))

/** The ready workflows, by area and name. */
export const listGallery = defineOperation<object, { items: GallerySummary[] }>({
  name: 'listGallery',
  permission: 'workflows:read',
  async run() {
    kept ??= { items: summaries() }
    return await Promise.resolve(kept)
  },
})
