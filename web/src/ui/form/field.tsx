/** A labelled control of a form, with its hint or what is wrong with it. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { FIELD } from './form.tsx'

/** Grows with its text. */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
	return (
		<textarea
			{...props}
			className={cx(FIELD, 'field-sizing-content max-h-[60dvh] min-h-20 py-2', className)}
		/>
	)
}

/** The attributes that tie a control to its label, its hint and its error. */
export interface Tied {
	readonly id: string
	readonly 'aria-invalid': boolean
	readonly 'aria-describedby': string | undefined
}

/** A labelled control, and below it what is wrong with its value, or else a hint. */
export function Field(props: {
	label: ReactNode
	hint?: ReactNode
	issue?: string | undefined
	className?: string
	children: (tied: Tied) => ReactNode
}) {
	const id = useId()
	const note = props.issue ?? props.hint
	return (
		<div className={cx('flex min-w-0 flex-col gap-1', props.className)}>
			<label htmlFor={id} className="text-line font-medium">
				{props.label}
			</label>
			{props.children({
				id,
				'aria-invalid': props.issue !== undefined,
				'aria-describedby': note === undefined ? undefined : `${id}-note`,
			})}
			{note !== undefined && (
				<div
					id={`${id}-note`}
					className={cx(
						'text-cap wrap-anywhere',
						props.issue === undefined ? 'text-muted' : 'text-danger',
					)}
				>
					{note}
				</div>
			)}
		</div>
	)
}
