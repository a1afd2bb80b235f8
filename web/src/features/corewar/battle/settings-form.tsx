/** The settings of a battle. */

import { MAX_SEED } from '@fairlead/corewar/source'
import { Dices } from 'lucide-react'
import { Field } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import {
	type BattleSettings,
	MAX_ROUNDS,
	PRESETS,
	randomSeed,
	SETTING_LABELS,
	settingNames,
} from './setup.ts'

export interface Terms {
	readonly settings: BattleSettings
	readonly rounds: number
	readonly seed: number
}

const sameSettings = (one: BattleSettings, other: BattleSettings): boolean =>
	[...settingNames(one), ...settingNames(other)].every((name) => one[name] === other[name])

export function SettingsForm(props: {
	readonly terms: Terms
	readonly onChange: (terms: Terms) => void
}) {
	const { terms, onChange } = props
	const preset = PRESETS.find(({ settings }) => sameSettings(settings, terms.settings))
	return (
		<div className="flex flex-col gap-3">
			<Field label="Settings">
				{(tied) => (
					<Select
						{...tied}
						value={preset?.name ?? ''}
						onChange={(event) => {
							const chosen = PRESETS.find(({ name }) => name === event.target.value)
							if (chosen) onChange({ ...terms, settings: chosen.settings })
						}}
					>
						{PRESETS.map(({ name }) => (
							<option key={name}>{name}</option>
						))}
						{!preset && <option value="">Your own</option>}
					</Select>
				)}
			</Field>
			<div className="core-pairs">
				<NumberField
					label="Rounds"
					value={terms.rounds}
					max={MAX_ROUNDS}
					onChange={(rounds) => onChange({ ...terms, rounds })}
				/>
				<div className="flex items-end gap-1">
					<NumberField
						label="Seed"
						value={terms.seed}
						max={MAX_SEED}
						onChange={(seed) => onChange({ ...terms, seed })}
					/>
					<IconButton
						label="Another seed"
						className="mb-1"
						onClick={() => onChange({ ...terms, seed: randomSeed() })}
					>
						<Dices />
					</IconButton>
				</div>
			</div>
			<details>
				<summary className="cursor-pointer rounded-md py-1 text-line text-muted max-md:py-3">
					All settings
				</summary>
				<div className="core-pairs mt-2">
					{settingNames(terms.settings).map((name) => (
						<NumberField
							key={name}
							label={SETTING_LABELS[name]}
							value={terms.settings[name] ?? 0}
							max={Number.MAX_SAFE_INTEGER}
							onChange={(value) =>
								onChange({ ...terms, settings: { ...terms.settings, [name]: value } })
							}
						/>
					))}
				</div>
			</details>
		</div>
	)
}

/** An emptied field is 0, which the battle then refuses in words. */
function NumberField(props: {
	readonly label: string
	readonly value: number
	readonly max: number
	readonly onChange: (value: number) => void
}) {
	const { label, value, max, onChange } = props
	return (
		<Field label={label} className="flex-1">
			{(tied) => (
				<TextField
					{...tied}
					inputMode="numeric"
					value={value === 0 ? '' : String(value)}
					className="tabular"
					onChange={(event) => {
						const digits = event.target.value.replace(/\D/g, '')
						onChange(Math.min(max, Number(digits)))
					}}
				/>
			)}
		</Field>
	)
}
