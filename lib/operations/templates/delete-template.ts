import { eq } from 'drizzle-orm'
import { templates } from '#db/schema/templates'
import { defineOperation } from '../define-operation.ts'
import { releaseUsers, replaceInWorkflows, settingOfTemplate } from '../workflows/used-by.ts'
import { getTemplateOrThrow, slugsOf } from './find-template.ts'
import { requireFitting } from './keeping-workflows.ts'
import { usersOfTemplate } from './template-view.ts'

type Input = {
  template: string
  replaceWith?: string | undefined
  confirm?: string | undefined
}

/** Deletes a template with its versions. Throws 404, 409 `in_use`, and 409 for a misfit. */
export const deleteTemplate = defineOperation<Input, void>({
  name: 'deleteTemplate',
  permission: 'templates:manage',
  audit: ({ input }) => ({
    action: 'template.deleted',
    objectKind: 'template',
    objectId: input.template,
  }),
  async run({ actor, info, input: { template, replaceWith, confirm }, tx }) {
    const row = await getTemplateOrThrow(tx, template, { lock: 'update' })
    const slugs = await slugsOf(tx, row)
    const other =
      replaceWith === undefined
        ? undefined
        : await getTemplateOrThrow(tx, replaceWith, { lock: 'share' })
    if (other) await requireFitting(tx, slugs, other)
    const by = other?.slug
    const users = await usersOfTemplate(tx, actor, slugs)
    const setting = settingOfTemplate(row.slug)
    const what = `The template “${row.name}”`
    await releaseUsers(tx, { actor, info }, { what, setting, users, replaceWith: by, confirm })
    if (by !== undefined)
      for (const former of slugs.slice(1))
        await replaceInWorkflows(tx, { actor, info }, settingOfTemplate(former), by, {
          isAnother: true,
        })
    await tx.delete(templates).where(eq(templates.id, row.id))
  },
})
