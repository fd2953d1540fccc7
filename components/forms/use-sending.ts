'use client'

import { useCallback, useRef, useState } from 'react'

type State<Answer, Given> = {
  status: 'idle' | 'pending' | 'success' | 'error'
  answer: Answer | undefined
  error: Error | null
  variables: Given | undefined
}

const idle = { status: 'idle', answer: undefined, error: null, variables: undefined } as const

/**
 * One sending at a time, with its outcome: what forms need of React Query's mutations, which are
 * too large for the page that visitors load.
 */
export function useSending<Answer, Given>(
  send: (given: Given) => Promise<Answer>,
  onSuccess: () => void,
) {
  const [state, setState] = useState<State<Answer, Given>>(idle)
  const latest = useRef({ send, onSuccess })
  latest.current = { send, onSuccess }
  // The outcome of a sending that was given up is not shown.
  const turn = useRef(0)
  const mutate = useCallback((given: Given) => {
    turn.current += 1
    const own = turn.current
    const end = (outcome: Partial<State<Answer, Given>>) => {
      if (own === turn.current) setState({ ...idle, variables: given, ...outcome })
    }
    setState({ ...idle, status: 'pending', variables: given })
    latest.current.send(given).then(
      (answer) => {
        if (own === turn.current) latest.current.onSuccess()
        end({ status: 'success', answer })
      },
      (error: Error) => end({ status: 'error', error }),
    )
  }, [])
  const reset = useCallback(() => {
    turn.current += 1
    setState(idle)
  }, [])
  return { ...state, isPending: state.status === 'pending', mutate, reset }
}
