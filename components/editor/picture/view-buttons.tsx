import { MaximizeIcon, MinusIcon, PlusIcon } from 'lucide-react'
import { viewLabels } from '#components/shared/drawing/view-labels'

/** What a person may want of the picture that only the canvas can do. */
export type Wish = 'in' | 'out' | 'fit' | 'start'

const buttons = [
  { wish: 'in', label: 'controls.zoomIn.ariaLabel', icon: PlusIcon, size: 'size-[18px]' },
  { wish: 'out', label: 'controls.zoomOut.ariaLabel', icon: MinusIcon, size: 'size-[18px]' },
  { wish: 'fit', label: 'controls.fitView.ariaLabel', icon: MaximizeIcon, size: 'size-3' },
] as const

/** The buttons of React Flow, at their place. */
export function ViewButtons({ onWish }: { onWish(wish: Wish): void }) {
  return (
    <div className="canvas-view-buttons absolute bottom-[15px] left-[15px] z-10 flex flex-col rounded-md border shadow-sm">
      {buttons.map(({ wish, label, icon: Icon, size }) => (
        <button
          key={wish}
          type="button"
          aria-label={viewLabels[label]}
          className="flex size-[26px] items-center justify-center border-b bg-card p-1 last:border-b-0"
          onClick={() => onWish(wish)}
        >
          <Icon aria-hidden className={`shrink-0 ${size}`} />
        </button>
      ))}
    </div>
  )
}
