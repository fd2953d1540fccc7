import { and, desc, eq, lt } from 'drizzle-orm'
import { templateVersions } from '#db/schema/templates'
import type { TemplateVersionSummary } from '#lib/contracts/data/templates'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { getTemplateOrThrow } from './find-template.ts'

export const listTemplateVersions = defineOperation<
  PageQuery & { template: string },
  Page<TemplateVersionSummary>
>({
  name: 'listTemplateVersions',
  permission: 'templates:read',
  async run({ input, tx }) {
    const { id } = await getTemplateOrThrow(tx, input.template)
    return await keysetPage(input, {
      shape: [cursorValue.integer],
      rows: (after, count) =>
        tx
          .select({
            number: templateVersions.number,
            note: templateVersions.note,
            createdBy: templateVersions.createdBy,
            createdAt: templateVersions.createdAt,
          })
          .from(templateVersions)
          .where(
            and(
              eq(templateVersions.templateId, id),
              after && lt(templateVersions.number, Number(after[0])),
            ),
          )
          .orderBy(desc(templateVersions.number))
          .limit(count),
      keyOf: ({ number }) => [number],
      view: ({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }),
    })
  },
})
