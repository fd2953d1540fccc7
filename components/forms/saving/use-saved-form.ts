'use client'

import { useEffect, useRef, useState } from 'react'
import { discard, load, store } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import { ApiFailure, request } from '#lib/http/client'

type Data = Record<string, unknown>

/** How a form is saved for later; only visitors of shared forms do so. */
export type Saving = {
  /** The address that saves; `/open` below it opens. */
  path: string
  /** The page of the form, without the secret. */
  link: string
  /** For so many days. */
  days: number
}

type Opened = { data: Data; page: number; endsAt: string }
export type SavedForm = {
  /** The secret of what was saved; a later saving replaces it. */
  secret: string | undefined
  /** The page with which the person goes on. */
  page: number
  /** Raised when something was opened, so that the form is drawn again. */
  opened: number
  endsAt: string | undefined
  /** Why the link opened nothing. */
  failure: 'ended' | 'unreachable' | undefined
}

const nothing: SavedForm = {
  secret: undefined,
  page: 0,
  opened: 0,
  endsAt: undefined,
  failure: undefined,
}

/** The secret stands behind the `#`, which browsers do not send. */
const secretInAddress = (): string | undefined =>
  /^#saved=([\w-]{22})$/.exec(window.location.hash)?.[1]

/** So that nobody sees the secret over a shoulder, or copies it by mistake. */
const clearAddress = () =>
  window.history.replaceState(null, '', window.location.pathname + window.location.search)

/** Opens what the link of this page has saved, and keeps its secret in this tab. */
export function useSavedForm(
  id: string,
  saving: Saving | undefined,
  onOpened: (data: Data) => void,
) {
  const owner = useOwner()
  const what = `saved.${id}`
  const [saved, setSaved] = useState(nothing)
  const latest = useRef(onOpened)
  latest.current = onOpened
  const path = saving?.path
  useEffect(() => {
    if (path === undefined) return undefined
    const secret = secretInAddress()
    const known = load<string>('tab', owner, what)
    if (!secret) {
      if (known) setSaved((before) => ({ ...before, secret: known }))
      return undefined
    }
    const abort = new AbortController()
    const open = async () => {
      const { signal } = abort
      const found = await request<Opened>('POST', `${path}/open`, { body: { secret }, signal })
      const { data, page, endsAt } = found
      clearAddress()
      store('tab', owner, what, secret)
      latest.current(data)
      setSaved((before) => ({ ...nothing, secret, page, endsAt, opened: before.opened + 1 }))
    }
    open().catch((error: unknown) => {
      if (abort.signal.aborted) return
      const isOver = error instanceof ApiFailure && error.status === 404
      if (isOver) clearAddress()
      setSaved((before) => ({ ...before, failure: isOver ? 'ended' : 'unreachable' }))
    })
    return () => abort.abort()
  }, [path, owner, what])
  useEffect(() => {
    // The link was opened in the tab that has the form already.
    const onLink = () => {
      if (path !== undefined && secretInAddress()) window.location.reload()
    }
    window.addEventListener('hashchange', onLink)
    return () => window.removeEventListener('hashchange', onLink)
  }, [path])
  const keep = (secret: string) => {
    store('tab', owner, what, secret)
    setSaved((before) => ({ ...before, secret, failure: undefined }))
  }
  const forget = () => {
    discard('tab', owner, what)
    setSaved(nothing)
  }
  return { saved, keep, forget }
}
