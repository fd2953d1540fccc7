import type { Tx } from '#db/client'
import { can, type Actor } from '#lib/auth/actor'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import type { GalleryWorkflow } from '#lib/domain/workflow/gallery-workflow'
import { defineOutsideOperation, writeAudit, type CallInfo } from '../define-operation.ts'
import { requirePlace } from '../folders/move-workflow.ts'
import { chooseSlug as chooseTemplateSlug } from '../templates/choose-slug.ts'
import { readWritten, type Content } from '../templates/content.ts'
import { insertTemplate } from '../templates/write-version.ts'
import { chooseSlug } from '../workflows/choose-slug.ts'
import { insertWorkflow } from '../workflows/insert-workflow.ts'
import {
  replaced,
  settingOfConnection,
  settingOfPolicy,
  settingOfTemplate,
} from '../workflows/used-by.ts'
import { workflowView } from '../workflows/workflow-view.ts'
import { loadChoices, type Choices } from './choices.ts'
import { chosen, type Asked, type Chosen } from './chosen.ts'
import { galleryWorkflow } from './gallery.ts'

type Input = Asked & { id: string; name?: string | undefined; folderId?: string | null | undefined }
type Caller = { actor: Actor; info: CallInfo }
type Template = GalleryWorkflow['templates'][number]

/** The definition with the organization's own names in place of those of the gallery. */
function withNames({ definition, needs }: GalleryWorkflow, names: Chosen): Definition {
  let named = definition
  for (const { kind } of needs) {
    const slug = names.connections[kind]
    if (slug) named = replaced(named, settingOfConnection({ kind, slug: kind }), slug)
  }
  for (const [placeholder, id] of Object.entries(names.policies))
    named = replaced(named, settingOfPolicy(placeholder), id)
  return named
}

/**
 * Creates a template that the organization does not have, and answers its slug. One with the same
 * slug and kind is used as it is: people may have made it theirs.
 */
async function templateSlug(
  tx: Tx,
  { actor, info }: Caller,
  choices: Choices,
  { slug, name, kind, content }: Template & { content: Content },
): Promise<string> {
  if (choices.templates.get(slug) === kind || !can(actor, 'templates:manage')) return slug
  const free = await chooseTemplateSlug(tx, slug)
  const { id } = await insertTemplate(tx, actor, { name, slug: free, kind, ...content })
  await writeAudit(tx, actor, info, {
    action: 'template.created',
    objectKind: 'template',
    objectId: id,
    details: { slug: free, kind },
  })
  return free
}

/** Creates a workflow from the gallery, with the templates that it fills. Throws 400 and 404. */
export const createFromGallery = defineOutsideOperation<Input, Workflow>({
  name: 'createFromGallery',
  permission: 'workflows:create',
  audit: ({ input, output }) => ({
    action: 'workflow.created',
    objectKind: 'workflow',
    objectId: output.id,
    details: { name: output.name, slug: output.slug, gallery: input.id },
  }),
  async run({ actor, info, input, signal, transaction }) {
    const workflow = galleryWorkflow(input.id)
    const { organizationId } = actor
    // Before the transaction, because a process of the pool reads them.
    const templates = await Promise.all(
      workflow.templates.map(async (template) => {
        const content = await readWritten(template.kind, template.source, {
          organizationId,
          signal,
        })
        return { ...template, content }
      }),
    )
    return await transaction(async (tx) => {
      const { name = workflow.name, folderId = null } = input
      await requirePlace(tx, actor, folderId)
      const choices = await loadChoices(tx, workflow)
      let definition = withNames(workflow, chosen(workflow, choices, input))
      for (const template of templates) {
        const slug = await templateSlug(tx, { actor, info }, choices, template)
        definition = replaced(definition, settingOfTemplate(template.slug), slug)
      }
      const slug = await chooseSlug(tx, name)
      const description = workflow.summary
      const row = await insertWorkflow(tx, actor, { name, slug, description, definition, folderId })
      return await workflowView(tx, actor, row)
    })
  },
})
