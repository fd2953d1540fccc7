import { eq } from 'drizzle-orm'
import { templates } from '#db/schema/templates'
import { defineOperation } from '../define-operation.ts'
import { releaseUsers, replaceInWorkflows, settingOfTemplate } from '../workflows/used-by.ts'
import { getTemplateOrThrow, slugsOf, usersOfTemplate } from './find-template.ts'

type Input = {
  template: string
  replaceWith?: string | undefined
  confirm?: string | undefined
}

/** Deletes a template with its versions. Throws 404, and 409 `in_use`. */
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
    const by =
      replaceWith === undefined ? undefined : (await getTemplateOrThrow(tx, replaceWith)).slug
    const slugs = await slugsOf(tx, row)
    const users = await usersOfTemplate(tx, actor, slugs)
    const setting = settingOfTemplate(row.slug)
    const what = `The template “${row.name}”`
    await releaseUsers(tx, { actor, info }, { what, setting, users, replaceWith: by, confirm })
    if (by !== undefined)
      for (const former of slugs.slice(1))
        await replaceInWorkflows(tx, { actor, info }, settingOfTemplate(former), by)
    await tx.delete(templates).where(eq(templates.id, row.id))
  },
})
