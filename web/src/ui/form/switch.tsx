import { cx } from '../cx.ts'

/** On or off, at once. The knob's place says which, not its colour alone. */
export function Switch(props: {
	labelledBy: string
	describedBy: string
	on: boolean
	disabled: boolean
	onChange: (on: boolean) => void
}) {
	return (
		<button
			type="button"
			role="switch"
			aria-checked={props.on}
			aria-labelledby={props.labelledBy}
			aria-describedby={props.describedBy}
			disabled={props.disabled}
			onClick={() => props.onChange(!props.on)}
			className="flex min-h-8 shrink-0 items-center gap-2.5 rounded-md px-1 text-line text-muted disabled:opacity-50 max-md:min-h-11"
		>
			<span aria-hidden>{props.on ? 'On' : 'Off'}</span>
			<span
				aria-hidden
				className={cx(
					'flex h-5 w-9 items-center rounded-full border px-0.5 transition-colors duration-100',
					props.on ? 'justify-end border-text bg-text' : 'justify-start border-field bg-bg',
				)}
			>
				<span className={cx('size-3.5 rounded-full', props.on ? 'bg-bg' : 'bg-faint')} />
			</span>
		</button>
	)
}
