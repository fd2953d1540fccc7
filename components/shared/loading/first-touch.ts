// What only a person's hand needs is loaded when they first move, touch or press something, or when
// the page is at rest: what is seen comes first.

const kinds = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'input']
/** After the page is loaded: all that is seen is there by then. */
const restMs = 3000
const fields = 'input, select, textarea, button, a'

/** Whether they did something before the program of the page was there. */
const wasTouched = (): boolean =>
  navigator.userActivation?.hasBeenActive || document.activeElement?.matches(fields) === true

let touched: Promise<void> | undefined

/** Resolves when the page has been loaded for a while. */
async function rest(): Promise<void> {
  await new Promise<void>((resolve) => {
    const wait = () => void setTimeout(resolve, restMs)
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
  })
}

/**
 * Resolves when the person first does something on this page, or could be about to: the page is at
 * rest. Never on the server.
 */
export async function firstTouch(): Promise<void> {
  touched ??= new Promise((resolve) => {
    if (typeof window === 'undefined') return
    if (wasTouched()) return resolve()
    const end = ({ type, target }: Event) => {
      // A page gives the focus to its heading by itself.
      if (type === 'focusin' && target instanceof Element && !target.matches(fields)) return
      for (const kind of kinds) window.removeEventListener(kind, end, true)
      resolve()
    }
    for (const kind of kinds) window.addEventListener(kind, end, { capture: true, passive: true })
    void rest().then(resolve)
  })
  await touched
}
