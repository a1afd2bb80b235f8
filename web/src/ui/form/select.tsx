import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

/** The browser's own list: on a phone it is the phone's, and it takes keys everywhere. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
	return (
		<select
			{...props}
			className={cx(
				'min-h-9 w-full min-w-0 truncate rounded-md border border-field bg-bg px-2.5 text-body text-text max-md:min-h-11 max-md:text-entry',
				className,
			)}
		/>
	)
}
