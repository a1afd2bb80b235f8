/** Results as a person reads them. Pure. */
import type { LadderBattles } from '@fairlead/protocol/arena/live-ladder'
import { visible } from '@fairlead/protocol/view/visible'

type PlayedBattle = LadderBattles['battles'][number]
type Duel = Extract<PlayedBattle, { type: '1v1' }>

/** "+15", "−4", "±0". */
export const changeText = (change: number): string =>
	change === 0 ? '±0' : change > 0 ? `+${change}` : `−${-change}`

const RESULTS = { win: 'Won', loss: 'Lost', tie: 'Tied' } as const

/** Won, lost, tied rounds of the player. The arena names the challenger's first, whoever that was. */
function scoreText({ score, result }: Duel): string {
	const [challenger = 0, defender = 0, ties = 0] = score.split('-').map(Number)
	const [less, more] = [Math.min(challenger, defender), Math.max(challenger, defender)]
	return result === 'loss' ? `${less}–${more}–${ties}` : `${more}–${less}–${ties}`
}

export function battleText(battle: PlayedBattle): string {
	switch (battle.type) {
		case '1v1':
			return `${RESULTS[battle.result]} against ${visible(battle.opponent.name ?? 'a former player')}, ${scoreText(battle)}`
		case 'arena':
			return `Place ${battle.placement} of ${battle.participant_count} in an arena`
		default:
			return battle satisfies never
	}
}
