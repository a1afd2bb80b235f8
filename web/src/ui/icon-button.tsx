import { Tooltip } from '@base-ui/react/tooltip'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export const iconButtonClass = (className?: string): string =>
	cx(
		'inline-flex items-center justify-center shrink-0 rounded-md size-8 max-md:size-11',
		'text-muted hover:text-text hover:bg-hover active:bg-press transition-colors duration-100',
		'disabled:opacity-40 disabled:pointer-events-none [&_svg]:size-4',
		className,
	)

/** A button that shows only an icon: its label is spoken, and shown on hover and focus. */
export function IconButton({
	label,
	shortcut,
	className,
	children,
	...props
}: Omit<ComponentProps<'button'>, 'aria-label'> & {
	label: string
	shortcut?: string
	children: ReactNode
}) {
	return (
		<Tip label={label} shortcut={shortcut}>
			<button type="button" {...props} aria-label={label} className={iconButtonClass(className)}>
				{children}
			</button>
		</Tip>
	)
}

/** A short hint at any element that can take focus. */
export function Tip(props: {
	label: ReactNode
	shortcut?: string | undefined
	children: React.ReactElement<Record<string, unknown>>
}) {
	return (
		<Tooltip.Root>
			<Tooltip.Trigger render={props.children} delay={400} />
			<Tooltip.Portal>
				<Tooltip.Positioner sideOffset={6} className="z-50">
					<Tooltip.Popup className="flex max-w-72 items-center gap-2 rounded-md bg-text px-2 py-1 text-cap text-bg shadow-pop">
						{props.label}
						{props.shortcut && <kbd className="font-sans opacity-70">{props.shortcut}</kbd>}
					</Tooltip.Popup>
				</Tooltip.Positioner>
			</Tooltip.Portal>
		</Tooltip.Root>
	)
}
