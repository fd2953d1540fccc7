import { layered, type LayoutInput } from './layout.ts'

self.addEventListener('message', (event: MessageEvent<LayoutInput>) => {
  self.postMessage(layered(event.data))
})
