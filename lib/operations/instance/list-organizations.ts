import { sql } from 'drizzle-orm'
import { organizations } from '#db/schema/organizations'
import type { OrganizationView } from '#lib/contracts/instance/instance'
import type { Page, PageQuery } from '#lib/domain/page'
import { cursorValue, keysetPage } from '../keyset.ts'
import { defineInstanceOperation } from './define-instance-operation.ts'
import { organizationView, selectOrganizations } from './organization-view.ts'

/** The organizations of the installation, by name. */
export const listOrganizations = defineInstanceOperation<PageQuery, Page<OrganizationView>>({
  name: 'listOrganizations',
  async run({ input, tx }) {
    const { name, id } = organizations
    return await keysetPage(input, {
      shape: [cursorValue.text, cursorValue.uuid],
      rows: (after, count) =>
        selectOrganizations(tx)
          .where(after && sql`(${name}, ${id}) > (${after[0]}, ${after[1]}::uuid)`)
          .limit(count),
      keyOf: (row) => [row.name, row.id],
      view: organizationView,
    })
  },
})
