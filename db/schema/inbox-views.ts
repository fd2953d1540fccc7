import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ViewSettings } from '#lib/domain/run/inbox-view'
import { createdAt, organizationId } from './columns.ts'
import { directoryGroups } from './directories.ts'
import { jsonb } from './jsonb.ts'
import { users } from './people.ts'

/**
 * A view of the inbox that somebody saved: filters, sort and columns under a name. It shows nothing
 * to anybody that they do not see without it. Its search text may name a patient.
 */
export const inboxViews = pgTable(
  'inbox_views',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Who else sees it: nobody, a group, or everybody of the organization. */
    sharing: text('sharing').$type<'own' | 'group' | 'organization'>().notNull(),
    groupId: uuid('group_id').references(() => directoryGroups.id, { onDelete: 'cascade' }),
    settings: jsonb('settings').$type<ViewSettings>().notNull(),
    revision: integer('revision').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    check('inbox_views_sharing', sql`sharing in ('own', 'group', 'organization')`),
    check('inbox_views_group', sql`(sharing = 'group') = (group_id is not null)`),
    index('inbox_views_owner').on(table.organizationId, table.ownerId),
    index('inbox_views_group_id').on(table.groupId),
  ],
)

/** How a person wants the pages to be; without a row, as usual. */
export const personalSettings = pgTable(
  'personal_settings',
  {
    organizationId: organizationId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whether single letters are shortcuts of pages. */
    letterKeys: boolean('letter_keys').notNull().default(true),
    /** The view with which their inbox opens. */
    inboxViewId: uuid('inbox_view_id').references(() => inboxViews.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('personal_settings_view').on(table.inboxViewId),
  ],
)
