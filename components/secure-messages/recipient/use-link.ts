'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import {
  getSecureLinkContract,
  openSecureLinkContract,
  type SecureLinkView,
} from '#lib/contracts/runs/secure-messages'
import { ApiFailure, call } from '#lib/http/client'

const noLink = () =>
  new ApiFailure(404, 'not_found', 'Open the link in the e-mail that you got.', {})

/**
 * The link of this page. Its token stands behind the `#` of the address, and goes from there at
 * once; the server gives a cookie for it. Later visits of this browser need the cookie only.
 */
export function useLink(id: string | undefined) {
  const [link, setLink] = useState<SecureLinkView>()
  const [failure, setFailure] = useState<Error>()
  const token = useRef('')

  const load = useCallback(async () => {
    setFailure(undefined)
    try {
      if (token.current) {
        const opened = await call(openSecureLinkContract, { body: { token: token.current } })
        window.history.replaceState(null, '', `/m/${opened.id}`)
        setLink(opened)
      } else if (id) setLink(await call(getSecureLinkContract, { params: { id } }))
      else throw noLink()
    } catch (error) {
      setFailure(error as Error)
    }
  }, [id])

  useEffect(() => {
    const inAddress = window.location.hash.slice(1)
    if (inAddress) {
      token.current = inAddress
      window.history.replaceState(null, '', window.location.pathname)
    }
    void load()
  }, [load])

  return { link, failure, load, setLink }
}
