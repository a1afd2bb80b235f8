import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

export const FIELD =
	'w-full min-w-0 rounded-md border border-field bg-bg px-3 text-body placeholder:text-faint aria-invalid:border-danger max-md:text-entry'

export function TextField({ className, ...props }: ComponentProps<'input'>) {
	return <input {...props} className={cx(FIELD, 'min-h-9 max-md:min-h-11', className)} />
}
