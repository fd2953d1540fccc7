/** A table whose rows of an organization are in an archive. */
type Transferred = {
  /** The role that reads and writes them; `rounds_app` sees the organization's rows only. */
  role: 'rounds_app' | 'rounds_auth'
  /** Which rows; `$1` is the organization's id. */
  rows: string
  /** A trigger of another table writes rows here, which those of the archive replace. */
  replaces?: string
  /** All rows at once, because they refer to each other. */
  whole?: true
  /** Rows of people's accounts, by the column with the account's id. */
  accountBy?: 'id' | 'user_id'
}

const own: Transferred = { role: 'rounds_app', rows: 'organization_id = $1' }

const ofOrganization = `
  absences access_rules api_keys approval_requests async_results audit_entries back_test_runs
  back_tests break_glass_owners business_calendars code_use connection_history connections
  directories directory_group_members directory_group_roles directory_groups directory_plans
  directory_users dkim_keys document_pages draft_authors draft_changes email_domains fax_triggers
  faxes files first_tasks former_slugs former_template_slugs group_calendars hie_requests
  idempotency_keys inbox_views letter_events letters mail_events mail_reply_addresses mail_senders
  mail_triggers mails members model_calls notification_choices notifications organization_logos
  outside_databases payloads personal_settings policies received_mails roles run_books run_comments
  runs sandbox_records schedule_backfills schedule_occurrences schedules screen_drafts
  secure_message_events secure_message_files secure_message_keys secure_message_recipients
  secure_message_replies secure_messages sso_connections step_comments suppressed_addresses
  task_progress tasks template_versions templates test_cases text_messages trial_results trials
  webhook_deliveries webhook_triggers workflow_tests workflow_versions workflows`

/** The tables of an archive. A test finds the table that is neither here nor left out. */
export const transferred: Readonly<Record<string, Transferred>> = {
  ...Object.fromEntries(
    ofOrganization
      .trim()
      .split(/\s+/)
      .map((name) => [name, own]),
  ),
  organizations: { role: 'rounds_auth', rows: 'id = $1' },
  workflow_folders: { ...own, whole: true },
  run_search: { ...own, replaces: 'run_id' },
  work_items: { ...own, replaces: 'task_id' },
  identities: {
    role: 'rounds_auth',
    rows:
      'connection_id in (select id from sso_connections where organization_id = $1) ' +
      'and user_id in (select user_id from members where organization_id = $1)',
  },
}

const ofMembers = 'in (select user_id from members where organization_id = $1)'
const account: Transferred = {
  role: 'rounds_auth',
  rows: `user_id ${ofMembers}`,
  accountBy: 'user_id',
}

/**
 * What goes along between the cells of one service, too: there the address and the key are the same.
 * Of people whose only organization it is there, the account is replaced by the one that comes.
 */
const alsoBetweenCells: Readonly<Record<string, Transferred>> = {
  users: { ...account, rows: `id ${ofMembers}`, accountBy: 'id' },
  passkeys: account,
  recovery_codes: account,
  second_factors: account,
  sessions: { ...own, role: 'rounds_auth' },
  invitations: own,
  push_subscriptions: own,
  saved_forms: own,
  secure_message_codes: own,
  secure_message_readings: own,
}
const betweenCells = { ...transferred, ...alsoBetweenCells }

/** The tables of an archive for another installation, or for another cell of this service. */
export const tablesFor = (other: 'installation' | 'cell'): Readonly<Record<string, Transferred>> =>
  other === 'cell' ? betweenCells : transferred

const ofPerson = 'It belongs to a person’s account, which may be of several organizations.'
const ofInstallation = 'It belongs to the installation.'
const ofAddress = 'It works only with a link or address of this installation.'

/** Tables that an archive does not have, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  users: 'People travel as names and addresses: accounts are matched or created by e-mail.',
  factor_tries: ofPerson,
  passkey_challenges: ofPerson,
  passkeys: 'They are bound to the address of this installation.',
  password_resets: ofPerson,
  recovery_codes: ofPerson,
  second_factors: ofPerson,
  pending_sign_ins: 'It lasts minutes, in this installation.',
  sessions: 'Everybody signs in at the other installation.',
  sso_sessions: 'It is of a session here.',
  sso_states: 'It lasts minutes, in this installation.',
  sso_used_ids: 'It guards sign-ins at this address.',
  push_subscriptions: 'A browser subscribed to this address, with its key.',
  invitations: ofAddress,
  saved_forms: 'Their key derives from this installation’s, and their links lead here.',
  secure_message_codes: 'They last minutes, and are checked with this installation’s key.',
  secure_message_readings: 'They last minutes, in a browser at this address.',
  uploads: 'They are not finished.',
  draft_readers: 'It says who looks at a draft now.',
  connection_calls: 'It says which calls are under way now.',
  sql_scopes: 'It lasts for one statement.',
  storage_use: 'It is counted from the files.',
  organization_databases: 'The database is made anew there; its content is in the archive.',
  suspect_runs: 'It is about a worker here.',
  instance_administrators: ofInstallation,
  organization_database_service: ofInstallation,
  rate_limits: ofInstallation,
  restores: ofInstallation,
  secret_keys: 'The keys of an installation never leave it.',
  service_numbers: ofInstallation,
  workers: ofInstallation,
  write_probe: ofInstallation,
}
