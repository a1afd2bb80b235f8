/** A duel: who won, by how many rounds, and what it changed. */
import { visible } from '@fairlead/protocol/view/visible'
import { Swatch } from '../battle/swatch.tsx'
import { RatingChange } from './rated.tsx'
import type { ReadResult } from './read-result.ts'
import { ReplayButton } from './replay-button.tsx'
import { ScoreBar } from './score-bar.tsx'

type Duel = Extract<ReadResult, { kind: 'duel' }>

const nameOf = ({ name }: Duel['challenger']): string =>
	name === null ? 'Former player' : visible(name)

/** The challenger's rounds first, as the arena counts. */
export function outcomeOf({ challenger, defender, ties }: Duel): string {
	const score = `${challenger.wins}–${defender.wins}, ${ties} tied`
	if (challenger.wins === defender.wins) return `A tie, ${score}`
	return `${nameOf(challenger.wins > defender.wins ? challenger : defender)} won, ${score}`
}

export function DuelView(props: { readonly duel: Duel }) {
	const { duel } = props
	const sides = [duel.challenger, duel.defender]
	return (
		<div className="tabular text-line">
			<p className="font-medium wrap-anywhere">{outcomeOf(duel)}</p>
			<ScoreBar
				parts={[
					{ won: 0, rounds: duel.challenger.wins },
					{ won: 'tied', rounds: duel.ties },
					{ won: 1, rounds: duel.defender.wins },
				]}
			/>
			<ul aria-label="Ratings" className="mt-1.5">
				{sides.map((side, warrior) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: they are known by their place
					<li key={warrior} className="flex flex-wrap items-center gap-x-2 py-0.5">
						<Swatch warrior={warrior} />
						<span className="min-w-0 truncate">{nameOf(side)}</span>
						<span className="ml-auto shrink-0">
							<RatingChange of={side} />
						</span>
					</li>
				))}
			</ul>
			{duel.notes.map((note) => (
				<p key={note} className="mt-1 text-muted">
					{note}
				</p>
			))}
			<ReplayButton battle={duel.battle} />
		</div>
	)
}
