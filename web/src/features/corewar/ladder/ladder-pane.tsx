/** The ladder: the person's player, the leaderboards or one player, and what happened. */
import { useState, useSyncExternalStore } from 'react'
import { toApiError } from '../../../data/api/problem.ts'
import type { BattleSetup } from '../battle/setup.ts'
import type { OwnWarrior } from '../warriors/warrior-store.ts'
import type { Mode } from './arena-api.ts'
import { Leaderboard } from './leaderboard.tsx'
import { Log, ladderLog } from './log.tsx'
import { OwnPlayer } from './own-player.tsx'
import { Profile } from './profile.tsx'
import { readReplay } from './stored-battle.ts'
import { useLadder } from './use-ladder.ts'

/** Read aloud, and in sight of the buttons: the log itself is below the leaderboard. */
function Newest(props: { readonly doing: string | null }) {
	const [line] = useSyncExternalStore(ladderLog.subscribe, ladderLog.list)
	const isProblem = props.doing === null && line?.level === 'problem'
	return (
		<p role="status" className={isProblem ? 'text-line text-danger' : 'text-line text-muted'}>
			{props.doing ?? line?.text}
		</p>
	)
}

export default function LadderPane(props: {
	readonly own: readonly OwnWarrior[]
	/** A battle of the arena is to be fought again on this page. */
	readonly onReplay: (setup: BattleSetup) => void
}) {
	const ladder = useLadder()
	const [shown, setShown] = useState<number | null>(null)
	const { standing } = ladder
	const me = standing.kind === 'player' ? standing.me : null
	const challenge = me?.warrior ? ladder.challenge : null
	const replay = async (mode: Mode, id: number) => {
		try {
			props.onReplay(await readReplay(mode, id))
		} catch (error) {
			const text = `The battle cannot be replayed: ${toApiError(error).message}`
			ladderLog.add({ level: 'problem', category: mode === '1v1' ? 'duel' : 'arena', text })
		}
	}
	return (
		<div className="flex flex-col gap-5">
			<OwnPlayer ladder={ladder} own={props.own} />
			<Newest doing={ladder.doing} />
			{shown === null ? (
				<Leaderboard
					ownId={me?.id ?? null}
					onPlayer={setShown}
					onChallenge={challenge}
					busy={ladder.busy}
				/>
			) : (
				<Profile
					key={shown}
					id={shown}
					onBack={() => setShown(null)}
					onChallenge={shown === me?.id ? null : challenge}
					busy={ladder.busy}
					onReplay={(mode, id) => void replay(mode, id)}
				/>
			)}
			<Log />
		</div>
	)
}
