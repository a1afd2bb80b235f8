import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const LOOKS: Readonly<Record<Look, string>> = {
	primary: 'bg-accent text-on-accent hover:bg-accent-press font-medium',
	plain: 'bg-surface border border-edge-strong hover:bg-hover active:bg-press',
	quiet: 'hover:bg-hover active:bg-press text-muted hover:text-text',
	danger: 'border border-danger text-danger hover:bg-danger-soft font-medium',
}

export const buttonClass = (look: Look = 'plain', className?: string): string =>
	cx(
		'inline-flex items-center justify-center gap-2 rounded-md px-3 min-h-8 max-md:min-h-11 text-body',
		'whitespace-nowrap select-none transition-colors duration-100',
		'disabled:opacity-50 disabled:pointer-events-none [&_svg]:size-4 [&_svg]:shrink-0',
		LOOKS[look],
		className,
	)

export function Button({ look, className, ...props }: ComponentProps<'button'> & { look?: Look }) {
	return <button type="button" {...props} className={buttonClass(look, className)} />
}
