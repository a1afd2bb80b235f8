import { warriorColour } from '../battle/swatch.tsx'
import { PALETTES } from '../replay/palette.ts'

/** A part of a bar: rounds that a warrior won, by its place in the battle, or those that nobody did. */
export interface Part {
	readonly won: number | 'tied' | 'lost'
	readonly rounds: number
}

const LOOKS = { tied: 'core-score-tied', lost: 'core-score-lost' } as const

/** Rounds as a bar. Won is filled, tied is hatched, lost is empty: colour is not the only way to tell. Figures stand beside it. */
export function ScoreBar(props: { readonly parts: readonly Part[] }) {
	return (
		<span aria-hidden className="core-score">
			{props.parts
				.filter(({ rounds }) => rounds > 0)
				.map(({ won, rounds }) =>
					typeof won === 'string' ? (
						<span key={won} className={LOOKS[won]} style={{ flexGrow: rounds }} />
					) : (
						<span
							key={won}
							className="core-score-won"
							style={{ ...warriorColour(won % PALETTES.dark.warriors.length), flexGrow: rounds }}
						/>
					),
				)}
		</span>
	)
}
