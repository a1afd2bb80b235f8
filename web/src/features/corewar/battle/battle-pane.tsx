/** A battle's warriors, its settings, and how it ended. */

import { visible } from '@fairlead/protocol/view/visible'
import { Link2, Play, Square } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Note } from '../../../ui/feedback.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Candidate, CandidateGroup } from './contestants.ts'
import { Rounds, Standings } from './results-table.tsx'
import { SettingsForm, type Terms } from './settings-form.tsx'
import { MAX_WARRIORS, MIN_WARRIORS, settingsProblem } from './setup.ts'
import { Swatch } from './swatch.tsx'
import type { BattleDesk } from './use-battle.ts'

interface BattlePaneProps {
	readonly groups: readonly CandidateGroup[]
	/** Keys, in the order of the battle. */
	readonly chosen: readonly string[]
	readonly onChoose: (keys: readonly string[]) => void
	readonly terms: Terms
	readonly onTerms: (terms: Terms) => void
	readonly desk: BattleDesk
	readonly onStart: () => void
	readonly onShare: () => void
	/** The round that is replayed. */
	readonly open: number | null
	readonly onOpen: (round: number) => void
	/** The notice of an opened link. */
	readonly notice: ReactNode
	readonly ladder: ReactNode
	/** Which of the two the pane shows. */
	readonly part: BattlePart
	readonly onPart: (part: BattlePart) => void
}

export type BattlePart = 'battle' | 'ladder'

/** @returns what is missing before a battle can begin; null: nothing */
export function obstacle(chosen: number, { settings, rounds, seed }: Terms): string | null {
	if (chosen < MIN_WARRIORS) return `Choose at least ${MIN_WARRIORS} warriors.`
	if (rounds < 1) return 'A battle has at least one round.'
	if (seed < 1) return 'The seed is a number from 1 on.'
	return settingsProblem(settings, chosen)
}

export function BattlePane(props: BattlePaneProps) {
	const { chosen, terms, desk } = props
	const { state } = desk
	const problem = obstacle(chosen.length, terms)
	// The ladder asks the server, so it waits until it is looked at; then it stays, with the player that is open.
	const [hasLadder, setHasLadder] = useState(false)
	if (props.part === 'ladder' && !hasLadder) setHasLadder(true)
	const results = state.kind === 'none' || state.kind === 'failed' ? null : state
	const total = results?.setup.rounds ?? 0
	const done = results?.rounds.length ?? 0
	return (
		<section aria-label="Battle" className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
			<div className="core-bar gap-1 px-3">
				<h2 className="sr-only">Battle and ladder</h2>
				<Choices
					label="Where warriors fight"
					name="part"
					value={props.part}
					choices={[
						{ value: 'battle', label: 'In this browser' },
						{ value: 'ladder', label: 'Ladder' },
					]}
					onChoose={props.onPart}
				/>
				<div className="flex-1" />
				{props.part === 'battle' && (
					<IconButton
						label="Copy a link to this battle"
						disabled={problem !== null}
						onClick={props.onShare}
					>
						<Link2 />
					</IconButton>
				)}
			</div>
			{hasLadder && (
				<div
					className={cx(
						'min-h-0 flex-1 overflow-y-auto px-3 py-3',
						props.part !== 'ladder' && 'hidden',
					)}
				>
					{props.ladder}
				</div>
			)}
			<div
				className={cx(
					'min-h-0 flex-1 overflow-y-auto px-3 py-3',
					props.part === 'ladder' && 'hidden',
				)}
			>
				{props.notice}
				<Contestants {...props} />
				<div className="mt-4">
					<SettingsForm terms={terms} onChange={props.onTerms} />
				</div>
				<div className="mt-4 flex items-center gap-3">
					{state.kind === 'running' ? (
						<>
							<Button onClick={desk.stop}>
								<Square /> Stop
							</Button>
							<progress
								aria-label="Rounds fought"
								value={done}
								max={total}
								className="core-progress"
							/>
							<span className="tabular text-line text-muted">
								{done.toLocaleString()} / {total.toLocaleString()}
							</span>
						</>
					) : (
						<>
							<Button look="primary" disabled={problem !== null} onClick={props.onStart}>
								<Play /> Fight
							</Button>
							{problem !== null && <p className="min-w-0 text-line text-muted">{problem}</p>}
						</>
					)}
				</div>
				{state.kind === 'failed' && (
					<Note level="error" title={visible(state.message)} className="mt-4">
						Nothing was fought. Mend the warrior or the settings, then fight again.
					</Note>
				)}
				{results && done > 0 && (
					<>
						<h3 className="mt-5 mb-1 text-line font-semibold">
							{state.kind === 'stopped'
								? `Stopped after ${done.toLocaleString()} of ${total.toLocaleString()} rounds`
								: 'Result'}
						</h3>
						<Standings results={results} />
						<h3 className="mt-5 mb-1 text-line font-semibold">Rounds</h3>
						<Rounds results={results} open={props.open} onOpen={props.onOpen} />
					</>
				)}
			</div>
		</section>
	)
}

function Contestants(props: BattlePaneProps) {
	const { groups, chosen, onChoose } = props
	const isFull = chosen.length >= MAX_WARRIORS
	const toggle = (key: string) =>
		onChoose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
	return (
		<div className="flex flex-col gap-3">
			{groups.map(({ title, candidates }) => (
				<fieldset key={title} className="min-w-0">
					<legend className="mb-1 text-cap font-medium text-muted">{title}</legend>
					<ul className="core-choices">
						{candidates.map((one) => (
							<li key={one.key} className="min-w-0">
								<Choice
									candidate={one}
									place={chosen.indexOf(one.key)}
									disabled={isFull && !chosen.includes(one.key)}
									onToggle={() => toggle(one.key)}
								/>
							</li>
						))}
					</ul>
				</fieldset>
			))}
			{isFull && (
				<p className="text-cap text-muted">A battle has at most {MAX_WARRIORS} warriors.</p>
			)}
		</div>
	)
}

function Choice(props: {
	readonly candidate: Candidate
	/** −1: not chosen. */
	readonly place: number
	readonly disabled: boolean
	readonly onToggle: () => void
}) {
	const { candidate, place } = props
	const name = visible(candidate.name)
	return (
		<label
			title={candidate.kind === null ? name : `${name} · ${candidate.kind}`}
			className="core-choice flex min-h-7 cursor-pointer items-center gap-2 rounded-md px-1 text-line hover:bg-hover max-md:min-h-11"
		>
			<input
				type="checkbox"
				checked={place >= 0}
				disabled={props.disabled}
				onChange={props.onToggle}
				className="core-check size-4 shrink-0"
			/>
			{place >= 0 && <Swatch warrior={place} />}
			<span className="truncate">{name}</span>
		</label>
	)
}
