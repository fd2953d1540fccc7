import type { ExternalToast, toast as Toast } from 'sonner'
import { loadCode } from '#components/shared/loading/load-code'

type Kind = 'success' | 'error' | 'info' | 'warning' | 'message'

/** Where messages are drawn; its code is loaded once, by `Toaster` or by the first message. */
export const loadToasts = async () => await loadCode(() => import('./sonner-toaster.tsx'))

let onFirst = (): void => undefined
/** Resolves at the first message. */
export const firstToast = new Promise<void>((resolve) => {
  onFirst = resolve
})

/** Messages keep their order, also while the code is on its way. */
function tell(act: (toast: typeof Toast) => void): void {
  onFirst()
  // Without the code there is nowhere to say it.
  loadToasts().then(
    ({ toast: shown }) => act(shown),
    () => undefined,
  )
}

const teller = (kind: Kind) => (message: string, options?: ExternalToast) =>
  tell((toast) => void toast[kind](message, options))

/** A short message at the corner of the page. It needs no code before there is one. */
export const toast = {
  success: teller('success'),
  error: teller('error'),
  info: teller('info'),
  warning: teller('warning'),
  message: teller('message'),
  dismiss: (id: string) => tell((shown) => void shown.dismiss(id)),
}
