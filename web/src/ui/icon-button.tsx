import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Tip } from './overlays/tip.tsx'

export const iconButtonClass = (className?: string): string =>
	cx(
		'inline-flex items-center justify-center shrink-0 rounded-md size-8 max-md:size-11',
		'text-muted hover:text-text hover:bg-hover active:bg-press transition-colors duration-100',
		'disabled:opacity-40 disabled:pointer-events-none aria-disabled:opacity-40 [&_svg]:size-4',
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
	shortcut?: string | undefined
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
