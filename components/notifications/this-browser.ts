import {
  addBrowserContract,
  getBrowsersContract,
  removeBrowserContract,
} from '#lib/contracts/organization/notifications'
import { call } from '#lib/http/client'

// Messages of push services to this browser. The browser keeps the subscription, the server what it
// needs to send; both end when the person signs out.

/**
 * `unsupported`: it cannot show messages, or the page did not come by https; `blocked`: the person
 * refused in the browser's own dialog, and can change that only there.
 */
export type BrowserState = 'on' | 'off' | 'blocked' | 'unsupported'

const worker = '/push-worker.js'

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscription(): Promise<PushSubscription | null> {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function stateOfBrowser(): Promise<BrowserState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await subscription()) ? 'on' : 'off'
}

async function report(subscribed: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscribed.toJSON()
  await call(addBrowserContract, {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    },
  })
}

/** Asks the person, subscribes, and tells the server. Throws a sentence for the person. */
export async function turnOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('The browser does not allow messages of this site.')
  const { publicKey } = await call(getBrowsersContract)
  await navigator.serviceWorker.register(worker)
  const { pushManager } = await navigator.serviceWorker.ready
  // One of another installation or an older key cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscribed = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new Error('The push service of this browser could not be reached. Try again later.')
    })
  await report(subscribed).catch(async (error: unknown) => {
    await subscribed.unsubscribe()
    throw error
  })
}

export async function turnOff(): Promise<void> {
  const subscribed = await subscription()
  if (!subscribed) return
  await subscribed.unsubscribe()
  await call(removeBrowserContract, { body: { endpoint: subscribed.endpoint } })
}

/** After a new sign-in the subscription belongs to the new session. */
export async function keepOn(): Promise<void> {
  const subscribed = await subscription()
  if (subscribed) await report(subscribed)
}

/** Ends the subscription of this browser when the person signs out; the server forgets it then. */
export async function forgetBrowser(): Promise<void> {
  await subscription()
    .then((subscribed) => subscribed?.unsubscribe())
    .catch(() => undefined)
}
