import path from 'node:path'
import { authDb, closeDatabase } from '#db/client'
import { ownVersion } from '#lib/backup/make-backup'
import {
  organizationOf,
  runOrganizationsCommand,
  usage,
} from '#lib/operations/instance/run-command'
import { closeDirectory } from '#lib/cells/directory'
import { ownCell } from '#lib/cells/own-cell'
import { countOf } from '#lib/domain/count-of'
import { exportOrganization } from '#lib/operations/transfer/export-organization'
import { importOrganization } from '#lib/operations/transfer/import-organization'
import { invitePeople } from '#lib/operations/transfer/invite-people'
import { release } from '#lib/operations/transfer/move'
import { abortBetweenCells, moveBetweenCells } from '#lib/operations/transfer/move-between-cells'
import { SettingsError } from '#lib/settings-error'

import { passphraseFrom } from './backups/passphrase.ts'
import { readOptions } from './command-options.ts'
import { attachDatabase, ownerUrl } from './database/attach-database.ts'
import { requireSameStore } from './database/require-same-store.ts'
import { openOtherCell } from './other-cell.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

type Options = ReturnType<typeof readOptions>

const find = async (given: string | undefined) =>
  await authDb().transaction(async (tx) => await organizationOf(tx, given))

function passphraseOf({ values }: Options): string {
  const passphrase = passphraseFrom(values['passphrase-file'])
  if (passphrase !== undefined) return passphrase
  throw new SettingsError(
    'Name a file with a passphrase (--passphrase-file): the archive holds all data and secrets of ' +
      'the organization. Make one with: openssl rand -base64 32 > passphrase',
  )
}

async function exportIt(options: Options): Promise<void> {
  const [which, file] = options.positionals
  if (file === undefined) throw new SettingsError(usage)
  const { id, slug, name } = await find(which)
  const move = options.flags.has('move')
  if (move) say(`"${name}" ends its work here; waiting for calls that are under way …`)
  const done = await exportOrganization({
    ownerUrl: ownerUrl(),
    organization: {
      id,
      slug,
      name,
    },
    file: path.resolve(file),
    passphrase: passphraseOf(options),
    rounds: ownVersion(),
    move,
    say,
  })
  if (done.atWork > 0)
    say(
      `${countOf(done.atWork, 'run was', 'runs were')} still at work: unanswered calls will be shown as unknown.`,
    )
  if (done.unreadable > 0)
    say(
      `${countOf(done.unreadable, 'secret')} cannot be opened; enter again there what is missing.`,
    )
  for (const name of done.missing) say(`MISSING in the store: ${name}`)
  say(
    `DONE: ${countOf(done.rows, 'row')}, ${countOf(done.entries, 'entry', 'entries')}, ${countOf(done.bytes, 'byte')} in ${file}.`,
  )
  say(
    move
      ? `Here it can only be read now. If it stays after all: npm run organizations -- release ${slug}`
      : 'It goes on here: what happens from now on is not in the archive.',
  )
}

/** Invites members whose account the import created: by mail, or by a link to hand over. */
async function inviteThem(emails: string[], organization: string): Promise<void> {
  if (emails.length === 0) return
  say(`${countOf(emails.length, 'member')} had no account here. It was made without a password:`)
  for (const { email, link, mailed } of await invitePeople(emails, organization))
    say(mailed ? `  ${email} gets a link by mail.` : `  Hand this to ${email} only: ${link}`)
}

function newSlugOf({ values: { slug } }: Options): string | undefined {
  if (slug !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    throw new SettingsError('--slug takes small letters, digits and single hyphens.')
  return slug
}

async function importIt(options: Options): Promise<void> {
  const [file] = options.positionals
  if (file === undefined) throw new SettingsError(usage)
  const slug = newSlugOf(options)
  const done = await importOrganization({
    ownerUrl: ownerUrl(),
    file: path.resolve(file),
    passphrase: passphraseOf(options),
    slug,
    rounds: ownVersion(),
    say,
  })
  const { organization, exportedAt, moved } = done.about
  say(`DONE: "${organization.name}" (${organization.slug}), with the state of ${exportedAt}:`)
  say(
    `${countOf(done.rows, 'row')}, ${countOf(done.files, 'file')}, ${countOf(done.payloads, 'large value')}.`,
  )
  say(`${countOf(done.members, 'member')}.`)
  await inviteThem(done.created, organization.name)
  say(
    `All its workflows are paused; ${countOf(done.open, 'run is', 'runs are')} open, and the calls of ${done.held} of them ` +
      `ask a person first (Inbox). ${countOf(done.mails, 'mail is', 'mails are')} held (Mails).`,
  )
  if (!moved)
    say('The source went on after the export: what happened there since then is not known here.')
  say(
    'Test its connections, then resume its workflows one by one, or all at once: ' +
      `npm run organizations -- release ${organization.slug}`,
  )
  say('What must be made anew: docs/operations.md, "Move an organization".')
}

async function releaseIt({ positionals, flags }: Options): Promise<void> {
  const { id, name, movedTo } = await find(positionals[0])
  if (movedTo !== null)
    throw new SettingsError(
      `"${name}" moves or moved to the cell ${movedTo}. To take that back: move … --abort.`,
    )
  const done = await release(id, { calls: flags.has('calls') })
  say(
    `"${name}" goes on: ${countOf(done.workflows, 'workflow')} with ${countOf(done.runs, 'run')}` +
      `${flags.has('calls') ? `, and ${countOf(done.calls, 'call')} that waited for an answer` : ''}.`,
  )
}

/** Calls that are under way get so long. */
const waitMs = 20_000

async function moveIt(options: Options): Promise<void> {
  const { positionals, flags } = options
  const { to, settings } = options.values
  if (to === undefined || settings === undefined) throw new SettingsError(usage)
  const cell = ownCell()
  if (!cell)
    throw new SettingsError('This is no cell: CELL, CELL_URL and DIRECTORY_URL are not set.')
  if (to === cell.name) throw new SettingsError(`It is in ${to} already: this is that cell.`)
  const { id, slug, name } = await find(positionals[0])
  const other = await openOtherCell(to, path.resolve(settings))
  const began = Date.now()
  const given = {
    ownerUrl: ownerUrl(),
    cell,
    to,
    other,
    rounds: ownVersion(),
    waitMs,
    slug: newSlugOf(options),
    organization: { id, slug, name },
    say: (sentence: string) => say(`${((Date.now() - began) / 1000).toFixed(1)} s  ${sentence}`),
  }
  try {
    if (flags.has('abort')) await abortBetweenCells(given)
    else await moveBetweenCells(given)
    say(flags.has('abort') ? 'DONE: it stays here.' : `DONE: "${name}" is in the cell ${to}.`)
  } finally {
    other.close()
    await closeDirectory()
  }
}

const ofWhole: Record<string, (options: Options) => Promise<void>> = {
  export: exportIt,
  import: importIt,
  release: releaseIt,
  move: moveIt,
}

/** The bytes of the rows must be where the service keeps them. */
const needStore = new Set(['export', 'import', 'move'])

/** `npm run organizations -- <command>`: the organizations and their administrators, at the server. */
runEntry(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(ofWhole, name) ? ofWhole[name] : undefined
  const known = {
    values: ['passphrase-file', 'slug', 'to', 'settings'],
    flags: ['move', 'calls', 'abort'],
  }
  const options = command && readOptions(args, usage, known)
  await attachDatabase()
  try {
    if (needStore.has(name)) await requireSameStore(ownerUrl())
    if (command && options) await command(options)
    else say(await runOrganizationsCommand(process.argv.slice(2)))
  } finally {
    await closeDatabase()
  }
})
