import { and, asc, eq, gt, ilike, or } from 'drizzle-orm'
import { templates } from '#db/schema/templates'
import type { TemplateSummary } from '#lib/contracts/data/templates'
import type { Page, PageQuery } from '#lib/domain/page'
import type { TemplateKind } from '#lib/domain/template/template-words'
import { containing } from '../containing.ts'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { summaryColumns, templateSummary, userCounts } from './find-template.ts'

type Input = PageQuery & { search?: string | undefined; kind?: TemplateKind | undefined }

export const listTemplates = defineOperation<Input, Page<TemplateSummary>>({
  name: 'listTemplates',
  permission: 'templates:read',
  async run({ input, tx }) {
    const { search = '', kind } = input
    const like = containing(search.trim())
    const page = await keysetPage(input, {
      shape: [cursorValue.text],
      rows: (after, count) =>
        tx
          .select(summaryColumns)
          .from(templates)
          .where(
            and(
              after && gt(templates.slug, after[0]),
              kind && eq(templates.kind, kind),
              search.trim() === ''
                ? undefined
                : or(ilike(templates.name, like), ilike(templates.slug, like)),
            ),
          )
          .orderBy(asc(templates.slug))
          .limit(count),
      keyOf: ({ slug }) => [slug],
      view: (row) => row,
    })
    const counts = await userCounts(tx, page.items)
    const items = page.items.map((row) =>
      templateSummary({ ...row, users: counts.get(row.id) ?? 0 }),
    )
    return { ...page, items }
  },
})
