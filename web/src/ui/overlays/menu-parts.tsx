/** The menus themselves; see menu.tsx, which loads them. */
import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import type { MenuChoicesProps, MenuItemProps, MenuProps } from './menu.tsx'

const ITEM =
	'flex w-full cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 max-md:py-3 text-line outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted'

/**
 * Open from the start: it is mounted because its trigger was pressed.
 * @param props.byKey pressed by a key: its first item is chosen, as when it is opened again
 */
export function Menu(props: MenuProps & { byKey: boolean }) {
	const popup = useRef<HTMLDivElement>(null)
	const [byKey] = useState(props.byKey)
	useEffect(() => {
		if (!byKey) return
		// The library chooses an item for the keys that it has seen itself.
		const down = () =>
			popup.current?.dispatchEvent(
				new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
			)
		const frame = requestAnimationFrame(down)
		return () => cancelAnimationFrame(frame)
	}, [byKey])
	return (
		<Base.Root modal={false} defaultOpen>
			<Base.Trigger render={props.trigger} />
			<Base.Portal>
				<Base.Positioner
					sideOffset={4}
					align={props.align ?? 'end'}
					side={props.side ?? 'bottom'}
					className="z-50"
				>
					<Base.Popup
						ref={popup}
						// A function takes the focus back even from a field that has it by now.
						finalFocus={props.givesFocusBack ?? true}
						className={cx(
							'max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto rounded-lg border border-edge bg-surface p-1 shadow-pop outline-none',
							'transition-[opacity] duration-100 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0',
							props.className,
						)}
					>
						{props.children}
					</Base.Popup>
				</Base.Positioner>
			</Base.Portal>
		</Base.Root>
	)
}

export function Item(props: MenuItemProps) {
	return (
		<Base.Item
			onClick={props.onSelect}
			className={cx(ITEM, props.danger && 'text-danger [&_svg]:!text-danger')}
		>
			{props.icon}
			{props.children}
		</Base.Item>
	)
}

export function Choices<T extends string>(props: MenuChoicesProps<T>) {
	return (
		<Base.RadioGroup value={props.value} onValueChange={(value: T) => props.onChoose(value)}>
			{props.choices.map((choice) => (
				<Base.RadioItem key={choice.value} value={choice.value} closeOnClick className={ITEM}>
					<span className="flex size-4 shrink-0 items-center">
						<Base.RadioItemIndicator>
							<Check />
						</Base.RadioItemIndicator>
					</span>
					<span className="min-w-0 flex-1">
						<span className="block truncate">{choice.label}</span>
						{choice.hint && <span className="block text-cap text-muted">{choice.hint}</span>}
					</span>
				</Base.RadioItem>
			))}
		</Base.RadioGroup>
	)
}

export const Line = () => <Base.Separator className="my-1 h-px bg-edge" />
