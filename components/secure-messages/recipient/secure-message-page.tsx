'use client'

import { useState } from 'react'
import { OrganizationMark } from '#components/shared/display/organization-mark'
import { formatDay } from '#components/shared/display/format'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { Skeleton } from '#components/ui/feedback/skeleton'
import type { SecureLinkView } from '#lib/contracts/runs/secure-messages'
import { ApiFailure } from '#lib/http/client'
import { OpenedMessage } from './opened-message.tsx'
import { emptyDraft } from './reply-form.tsx'
import { UnlockForm } from './unlock-form.tsx'
import { useLink } from './use-link.ts'

const ends = {
  expired: {
    title: 'This message is no longer here',
    text: 'Messages are deleted after some time, to keep them safe. You did nothing wrong.',
  },
  withdrawn: {
    title: 'The sender took this message back',
    text: 'It was deleted, and you do not need to do anything.',
  },
}

/** What somebody can do who does not get on, or does not trust the page. */
function Help({ name }: { name: string }) {
  return (
    <section className="space-y-2 text-muted-foreground" aria-labelledby="help">
      <h2 id="help" className="font-semibold text-foreground">
        Do you need help?
      </h2>
      <p>
        Call {name} at the telephone number that you know, for example from a letter or an earlier
        visit. They can send you a new link or tell you the code.
      </p>
      <p>
        We never ask here for a password, for money or for your Social Security number. The code is
        for this page only: tell it to nobody who calls you.
      </p>
    </section>
  )
}

function Page({ link, onChange }: { link: SecureLinkView; onChange(link: SecureLinkView): void }) {
  // Beside both states, so that what was typed survives a code that is asked for again.
  const [draft, setDraft] = useState(emptyDraft)
  if (link.state === 'open')
    return (
      <OpenedMessage
        link={link}
        draft={draft}
        onDraft={setDraft}
        onLocked={() => onChange({ ...link, state: 'locked' })}
      />
    )
  if (link.state === 'locked')
    return (
      <>
        <div className="space-y-1">
          <h1 className="text-2xl font-semibold tracking-tight">You have a secure message</h1>
          <p>
            {link.organization.name} sent it to you. So that only you can read it, you need a code.
            You can open it until {formatDay(link.expiresAt)}.
          </p>
        </div>
        <UnlockForm link={link} onOpened={onChange} />
        <Help name={link.organization.name} />
      </>
    )
  const { title, text } = ends[link.state]
  return (
    <div className="space-y-2">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p>{text}</p>
      <p>
        If you still need it, call {link.organization.name} at the telephone number that you know,
        and ask them to send it again.
      </p>
    </div>
  )
}

/** Why the address opens nothing, for somebody who came by a mail; undefined when it may later. */
function deadLink(error: Error): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined
  if (error.status === 404) return error.message
  return error.status === 400 ? 'It was not copied whole. Copy it from the mail again.' : undefined
}

/** A secure message, for its recipient: who sent it, the code, the message, the reply. */
export function SecureMessagePage({ id }: { id?: string }) {
  const { link, failure, load, setLink } = useLink(id)
  const name = link?.organization.name
  const dead = failure && deadLink(failure)
  return (
    <main className="large-type mx-auto min-h-dvh w-full max-w-2xl space-y-6 px-4 py-8">
      {link && name ? <OrganizationMark {...link.organization} /> : null}
      {link ? <Page link={link} onChange={setLink} /> : null}
      {!link && dead ? (
        <div className="space-y-2" role="alert">
          <h1 className="text-2xl font-semibold tracking-tight">
            This link does not open a message
          </h1>
          <p>{dead}</p>
        </div>
      ) : null}
      {!link && failure && !dead ? (
        <LoadFailure what="The message" error={failure} isPage onRetry={() => void load()} />
      ) : null}
      {link || failure ? null : (
        <div className="space-y-4" role="status" aria-label="Loading the message">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
      <noscript>This page needs JavaScript to open the message.</noscript>
    </main>
  )
}
