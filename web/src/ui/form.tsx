import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export function TextField({ className, ...props }: ComponentProps<'input'>) {
	return (
		<input
			{...props}
			className={cx(
				'min-h-9 w-full min-w-0 rounded-md border border-field bg-bg px-3 text-body placeholder:text-faint max-md:min-h-11 max-md:text-entry',
				className,
			)}
		/>
	)
}
