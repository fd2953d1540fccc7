import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ApiError } from '#lib/domain/api-error'
import {
  galleryAreas,
  galleryWorkflowSchema,
  type GalleryWorkflow,
} from '#lib/domain/workflow/gallery-workflow'

const folder = 'lib/operations/gallery/workflows'

let known: GalleryWorkflow[] | undefined

const orderOf = ({ area, name }: GalleryWorkflow) => `${galleryAreas.indexOf(area)} ${name}`

/** The workflows of the gallery by area and name, read at first use: each is a file of its own. */
export function gallery(): GalleryWorkflow[] {
  known ??= readdirSync(path.resolve(folder))
    .map((file) => readFileSync(path.resolve(folder, file), 'utf8'))
    .map((text) => galleryWorkflowSchema.parse(JSON.parse(text)))
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return known
}

/** Throws 404. */
export function galleryWorkflow(id: string): GalleryWorkflow {
  const found = gallery().find((workflow) => workflow.id === id)
  if (!found) throw ApiError.notFound('workflow of the gallery', id)
  return found
}
