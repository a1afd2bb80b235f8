import type { ReactNode } from 'react'

/** One of a few, all in sight: radio buttons that look like a strip. */
export function Choices<T extends string>(props: {
	label: string
	name: string
	value: T
	choices: readonly { readonly value: T; readonly label: ReactNode }[]
	onChoose: (value: T) => void
}) {
	return (
		<fieldset className="flex max-w-full flex-wrap rounded-md border border-edge-strong bg-bg p-0.5">
			<legend className="sr-only">{props.label}</legend>
			{props.choices.map(({ value, label }) => (
				<label
					key={value}
					className="flex min-h-7 cursor-pointer items-center rounded-sm px-3 text-line text-muted has-checked:bg-press has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:min-h-10"
				>
					<input
						type="radio"
						name={props.name}
						value={value}
						checked={props.value === value}
						onChange={() => props.onChoose(value)}
						className="sr-only"
					/>
					{label}
				</label>
			))}
		</fieldset>
	)
}
