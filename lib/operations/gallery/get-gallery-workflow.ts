import { can } from '#lib/auth/actor'
import type { GalleryDetail } from '#lib/contracts/workflows/gallery'
import { integrations } from '#lib/integrations/registry'
import { defineOperation } from '../define-operation.ts'
import { loadChoices } from './choices.ts'
import { drawingOf } from './drawing-of.ts'
import { galleryWorkflow } from './gallery.ts'

/** A workflow of the gallery, with what of the organization it can use. Throws 404. */
export const getGalleryWorkflow = defineOperation<{ id: string }, GalleryDetail>({
  name: 'getGalleryWorkflow',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const workflow = galleryWorkflow(input.id)
    const { id, name, area, summary, people, about, definition } = workflow
    const choices = await loadChoices(tx, workflow)
    const seesConnections = can(actor, 'connections:read')
    const seesPolicies = can(actor, 'policies:read')
    return {
      id,
      name,
      area,
      summary,
      people,
      about,
      definition,
      drawing: drawingOf(definition),
      needs: workflow.needs.map(({ kind, why }) => ({
        kind,
        title: integrations[kind].title,
        why,
        choices: seesConnections ? (choices.connections.get(kind) ?? []) : [],
      })),
      policies: workflow.policies.map(({ placeholder, why }) => ({
        placeholder,
        why,
        choices: seesPolicies ? choices.policies : [],
      })),
      templates: workflow.templates.map(({ slug, name: title, kind }) => ({
        slug,
        name: title,
        exists: choices.templates.get(slug) === kind,
      })),
      samples: workflow.samples.map(({ name: title, explains, startData }) => ({
        name: title,
        explains,
        startData,
      })),
    }
  },
})
