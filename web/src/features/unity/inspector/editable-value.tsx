/** The value of a property as a field: Enter or leaving it sets the value, Escape puts back what was there. */
import { isVector, num } from '@fairlead/protocol/view/labels/label'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isColor } from '../../../parts/values.tsx'
import { cx } from '../../../ui/cx.ts'
import { hexOf, nameFrom, numberFrom, withHex } from './typed-values.ts'

/** Resolves whether the editor has the value now. */
export type SetValue<T> = (value: T) => Promise<boolean>

interface Setting<T> {
	/** Spoken: "Mass". */
	readonly label: string
	readonly value: T
	readonly set: SetValue<T>
}

export const AXES = ['X', 'Y', 'Z', 'W'] as const
export const AXIS_COLOURS = ['text-danger', 'text-ok', 'text-focus', 'text-faint'] as const

/** Whether a field for it is here: texts of one line, numbers, yes or no, vectors and colours. */
export const isEditable = (value: unknown): value is string | number | boolean | number[] =>
	// A field of one line would drop the ends of the others.
	typeof value === 'string'
		? !/[\n\r]/.test(value)
		: ['number', 'boolean'].includes(typeof value) || isVector(value)

export function EditableValue(props: {
	property: string
	label: string
	value: string | number | boolean | number[]
	set: SetValue<unknown>
}) {
	const { property, label, value, set } = props
	if (typeof value === 'boolean') return <CheckField label={label} value={value} set={set} />
	if (typeof value === 'number') return <NumberField label={label} value={value} set={set} />
	if (typeof value === 'string') return <TextField label={label} value={value} set={set} />
	const isTint: boolean = isColor(property, value)
	if (isTint) return <ColorField label={label} value={value} set={set} />
	return (
		<span className="flex gap-x-2">
			{value.map((n, at) => (
				<span key={AXES[at]} className="flex min-w-0 flex-1 items-center gap-1">
					<span aria-hidden className={AXIS_COLOURS[at]}>
						{AXES[at]}
					</span>
					<NumberField
						label={`${label} ${AXES[at]}`}
						value={n}
						set={(changed) => set(value.with(at, changed))}
					/>
				</span>
			))}
		</span>
	)
}

export const CheckField = ({ label, value, set }: Setting<boolean>) => (
	<input
		type="checkbox"
		aria-label={label}
		checked={value}
		onChange={(event) => void set(event.target.checked)}
		className="size-4 align-[-3px] accent-accent"
	/>
)

const NumberField = ({ label, value, set }: Setting<number>) => (
	<Typed
		label={label}
		shown={num(value)}
		read={numberFrom}
		wrong="This is not a number."
		set={set}
		inputMode="decimal"
	/>
)

const TextField = ({ label, value, set }: Setting<string>) => (
	<Typed label={label} shown={value} read={(text) => text} set={set} />
)

export const NameField = ({ label, value, set }: Setting<string>) => (
	<Typed label={label} shown={value} read={nameFrom} wrong="An object has a name." set={set} />
)

const REFUSED = 'This was not set. Enter tries again, Escape shows the value that is set.'

function Typed<T>(props: {
	label: string
	shown: string
	/** Returns null for a text that is not such a value. */
	read: (text: string) => T | null
	wrong?: string
	set: SetValue<T>
	inputMode?: 'decimal'
}) {
	const { label, shown, read, wrong, set, inputMode } = props
	const [draft, setDraft] = useState<string | null>(null)
	/** The text that was not set: it is kept, to be mended. */
	const [refused, setRefused] = useState<string | null>(null)
	const isWrong = draft !== null && read(draft) === null
	const isRefused = draft !== null && draft === refused
	const commit = async () => {
		if (draft === null) return
		const value = read(draft)
		if (value === null) return
		setDraft(null)
		setRefused(null)
		if (draft === shown || (await set(value))) return
		setRefused(draft)
		// What was typed meanwhile counts.
		setDraft((typed) => typed ?? draft)
	}
	const leave = () => {
		if (isWrong) setDraft(null)
		else if (!isRefused) void commit()
	}
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.nativeEvent.isComposing) return
		if (event.key === 'Enter') void commit()
		else if (event.key === 'Escape' && draft !== null) setDraft(null)
		else return
		event.preventDefault()
		event.stopPropagation()
	}
	return (
		<input
			aria-label={label}
			aria-invalid={isWrong || isRefused || undefined}
			inputMode={inputMode}
			value={draft ?? shown}
			title={isWrong ? wrong : isRefused ? REFUSED : undefined}
			onChange={(event) => setDraft(event.target.value)}
			onFocus={(event) => event.target.select()}
			onBlur={leave}
			onKeyDown={onKeyDown}
			className={cx(
				'w-full min-w-0 rounded-sm border bg-hover px-1.5 max-md:min-h-11',
				isWrong || isRefused ? 'border-danger' : 'border-transparent',
			)}
		/>
	)
}

/** The picker is closed when the value is set: it tells of every colour on the way. */
function ColorField({ label, value, set }: Setting<number[]>) {
	const input = useRef<HTMLInputElement>(null)
	const newest = useRef({ value, set })
	newest.current = { value, set }
	useEffect(() => {
		const picked = () => {
			const at = newest.current
			if (input.current) void at.set(withHex(at.value, input.current.value))
		}
		const element = input.current
		element?.addEventListener('change', picked)
		return () => element?.removeEventListener('change', picked)
	}, [])
	// Another colour from the editor is shown, unless the picker is open.
	const hex = hexOf(value)
	useEffect(() => {
		if (input.current) input.current.value = hex
	}, [hex])
	return (
		<span className="flex items-center gap-1.5">
			<input
				ref={input}
				type="color"
				aria-label={label}
				defaultValue={hex}
				className="size-5 shrink-0 cursor-pointer rounded-sm border border-edge-strong max-md:size-11"
			/>
			<span className="truncate">{value.map(num).join(' ')}</span>
		</span>
	)
}
