/** The form for the values of one model: sizes, prices, abilities. Empty fields are as listed. Loaded when it is opened. */
import {
	type FactsOfModel,
	ModelWithOwnFacts,
	type OwnFacts,
} from '@fairlead/protocol/models/model-facts'
import { Effort } from '@fairlead/protocol/models/models'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { EFFORT_WORDS } from '../../data/limits/effort-words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import {
	ABILITIES,
	type Ability,
	type FactsTexts,
	type FieldPath,
	listedTexts,
	RATES,
	type Said,
	textsOf,
	wantedOf,
} from './facts-texts.ts'

const LABELS: Readonly<Record<(typeof RATES)[number], string>> = {
	input: 'Input',
	output: 'Output',
	cacheRead: 'Cached input',
	cacheWrite: 'Cache writes',
}
const ABILITY_WORDS: Readonly<Record<Ability, string>> = {
	tools: 'Takes tools',
	pictures: 'Sees pictures',
	reasoning: 'Thinks',
}
const LONG: readonly FieldPath[] = [
	'price/long/aboveTokens',
	...RATES.map((rate) => `price/long/${rate}` as const),
]

export interface FormModel {
	readonly name: string
	readonly title: string
	readonly own: OwnFacts
	/** Missing: nothing is known of it. */
	readonly listed?: FactsOfModel | undefined
}

export default function FactsForm(props: {
	model: FormModel
	onStored: (model: ModelWithOwnFacts) => Promise<unknown>
	onClose: () => void
}) {
	const { name, title, own, listed } = props.model
	const [texts, setTexts] = useState(() => textsOf(own))
	const usual = listedTexts(listed)
	// Only at first: the section must not close under the field that is being cleared.
	const [hasLong] = useState(() => LONG.some((path) => texts.fields[path] ?? usual[path]))
	const wanted = wantedOf(texts)
	const put = useMutation({
		mutationFn: (set: OwnFacts) =>
			api(ModelWithOwnFacts, '/api/models/facts', { method: 'PUT', body: { name, own: set } }),
		onSuccess: props.onStored,
	})
	const issues = put.error ? toApiError(put.error).issues : []
	/** It stands at its field; the levels of effort have no place for one. */
	const isPlaced = issues.some(({ path }) => path.startsWith('/own/') && path !== '/own/efforts')
	const issueAt = (path: FieldPath): string | undefined =>
		wanted.ok ? issues.find((one) => one.path === `/own/${path}`)?.message : wanted.issues[path]
	const change = (change: Partial<FactsTexts>) => {
		put.reset()
		setTexts({ ...texts, ...change })
	}
	const number = (path: FieldPath, label: string) => (
		<Field key={path} label={label} issue={issueAt(path)}>
			{(tied) => (
				<TextField
					{...tied}
					inputMode="decimal"
					autoComplete="off"
					className="tabular"
					placeholder={placeholderOf(path, usual[path])}
					readOnly={put.isPending}
					value={texts.fields[path] ?? ''}
					onChange={({ target }) => change({ fields: { ...texts.fields, [path]: target.value } })}
				/>
			)}
		</Field>
	)
	const isSet = wanted.ok && Object.keys(wanted.own).length > 0
	return (
		<form
			aria-label={`Values of ${title}`}
			className="flex flex-col gap-4 border-edge p-4 not-first:border-t"
			onSubmit={(event) => {
				event.preventDefault()
				if (isSet && !put.isPending) put.mutate(wanted.own)
			}}
		>
			<p className="text-line text-muted text-pretty">
				Empty fields are as listed, which is shown in them. Your values count from the next run on.
			</p>
			<div className="grid items-start gap-4 md:grid-cols-2">
				{number('windowTokens', 'Context window, in tokens')}
				{number('maxOutputTokens', 'Limit of one answer, in tokens')}
			</div>
			<fieldset>
				<legend className="font-medium text-line">US dollars per million tokens</legend>
				<div className="mt-2 grid grid-cols-2 items-start gap-4 md:grid-cols-4">
					{RATES.map((rate) => number(`price/${rate}`, LABELS[rate]))}
				</div>
			</fieldset>
			<details open={hasLong}>
				<summary className="flex min-h-9 cursor-pointer items-center text-line text-muted max-md:min-h-11">
					Prices of long prompts
				</summary>
				<div className="mt-2 grid grid-cols-2 items-start gap-4 md:grid-cols-4">
					{number('price/long/aboveTokens', 'Above tokens')}
					{RATES.map((rate) => number(`price/long/${rate}`, `Long: ${LABELS[rate]}`))}
				</div>
			</details>
			<div className="grid gap-4 md:grid-cols-3">
				{ABILITIES.map((one) => (
					<Field key={one} label={ABILITY_WORDS[one]}>
						{(tied) => (
							<Select
								{...tied}
								value={texts.abilities[one]}
								onChange={({ target }) =>
									change({ abilities: { ...texts.abilities, [one]: target.value as Said } })
								}
							>
								<option value="listed">
									As listed{listed ? (listed[one] ? ' (yes)' : ' (no)') : ''}
								</option>
								<option value="yes">Yes</option>
								<option value="no">No</option>
							</Select>
						)}
					</Field>
				))}
			</div>
			{texts.abilities.reasoning !== 'no' && (
				<Efforts
					chosen={texts.efforts}
					listed={listed?.efforts ?? []}
					onChange={(efforts) => change({ efforts })}
				/>
			)}
			{put.error && !isPlaced && <ErrorNote error={put.error} />}
			<div className="flex flex-wrap justify-end gap-2">
				<Button look="quiet" onClick={props.onClose}>
					Cancel
				</Button>
				<Button type="submit" disabled={put.isPending || !isSet}>
					{put.isPending ? 'Saving…' : 'Save values'}
				</Button>
			</div>
		</form>
	)
}

function placeholderOf(path: FieldPath, listed: string | undefined): string {
	if (listed === undefined) return path.startsWith('price/long/') ? 'none' : 'not known'
	return path.startsWith('price/') && path !== 'price/long/aboveTokens'
		? listed
		: Number(listed).toLocaleString()
}

function Efforts(props: {
	chosen: readonly Effort[]
	listed: readonly Effort[]
	onChange: (efforts: readonly Effort[]) => void
}) {
	const { chosen, listed } = props
	const words = listed.map((level) => EFFORT_WORDS[level].toLowerCase()).join(', ')
	return (
		<fieldset>
			<legend className="font-medium text-line">Levels of effort that it knows</legend>
			<div className="mt-1 flex flex-wrap gap-x-4">
				{Effort.options.map((level) => (
					<label key={level} className="flex min-h-8 items-center gap-2 max-md:min-h-11">
						<input
							type="checkbox"
							className="size-4 accent-accent"
							checked={chosen.includes(level)}
							onChange={({ target }) =>
								props.onChange(
									Effort.options.filter((one) =>
										one === level ? target.checked : chosen.includes(one),
									),
								)
							}
						/>
						{EFFORT_WORDS[level]}
					</label>
				))}
			</div>
			<p className="text-cap text-muted">
				None of them: as listed{words === '' ? '' : ` (${words})`}.
			</p>
		</fieldset>
	)
}
