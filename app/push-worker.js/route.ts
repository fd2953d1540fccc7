/**
 * What a browser runs for messages while no page of ours is open. It shows what the message says
 * and opens its page; it stores nothing and answers no requests of pages.
 */
const source = `
self.addEventListener('push', (event) => {
  const { title = 'Rounds', body = '', path = '/inbox' } = event.data ? event.data.json() : {}
  event.waitUntil(self.registration.showNotification(title, { body, tag: path, data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data.path, self.location.origin)
  if (url.origin !== self.location.origin) return
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      const open = pages.find((page) => page.url === url.href)
      return open ? open.focus() : self.clients.openWindow(url.href)
    }),
  )
})
`

export function GET(): Response {
  return new Response(source, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
