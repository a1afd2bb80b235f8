import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

const ITEM =
	'flex w-full cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 max-md:py-3 text-line outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted'

export function Menu(props: {
	trigger: ReactElement<Record<string, unknown>>
	children: ReactNode
	align?: 'start' | 'end'
	side?: 'top' | 'bottom'
	className?: string
	/** False when what was chosen takes the focus itself; by default the trigger gets it back. */
	givesFocusBack?: () => boolean
}) {
	return (
		<Base.Root modal={false}>
			<Base.Trigger render={props.trigger} />
			<Base.Portal>
				<Base.Positioner
					sideOffset={4}
					align={props.align ?? 'end'}
					side={props.side ?? 'bottom'}
					className="z-50"
				>
					<Base.Popup
						finalFocus={() => props.givesFocusBack?.() ?? true}
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

export function MenuItem(props: {
	onSelect: () => void
	icon?: ReactNode
	danger?: boolean
	children: ReactNode
}) {
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

export interface MenuChoice<T extends string> {
	readonly value: T
	readonly label: ReactNode
	readonly hint?: ReactNode
}

export function MenuChoices<T extends string>(props: {
	value: T | null
	choices: readonly MenuChoice<T>[]
	onChoose: (value: T) => void
}) {
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

export const MenuLine = () => <Base.Separator className="my-1 h-px bg-edge" />
