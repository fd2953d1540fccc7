import { cn } from '#components/ui/cn'
import { frameClassOf, toneOfGroup } from './group-look.ts'
import { groupSpace } from '../model/layout/sizes.ts'

const headClass = cn(
  'inline-flex max-w-full items-center rounded-tl-lg rounded-br-lg px-2.5 text-[13px] font-semibold',
)

/** The frame of one group, to look at. */
export function GroupLook({ name, colour }: { name: string; colour: string }) {
  return (
    <div className={cn('size-full', frameClassOf(colour))}>
      <span
        className={cn(headClass, toneOfGroup(colour).head)}
        style={{ minHeight: groupSpace.top - 12 }}
      >
        <span className="truncate">{name}</span>
      </span>
    </div>
  )
}
