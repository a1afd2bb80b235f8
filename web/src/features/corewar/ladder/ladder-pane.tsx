/** The ladder: the arena in use, the person's player there, the leaderboards or one player, and what happened. */
import type { LiveArenaState } from '@fairlead/protocol/arena/live-arena'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { toApiError } from '../../../data/api/problem.ts'
import { Skeleton } from '../../../ui/feedback.tsx'
import { ArenaInUse } from '../arenas/arena-in-use.tsx'
import { liveArenaQuery } from '../arenas/live-arena-api.ts'
import type { BattleSetup } from '../battle/setup.ts'
import type { OwnWarrior } from '../warriors/warrior-store.ts'
import type { ArenaName, Mode } from './arena-api.ts'
import { Leaderboard } from './leaderboard.tsx'
import { Log, ladderLog } from './log.tsx'
import { OwnPlayer } from './own-player.tsx'
import { Profile } from './profile.tsx'
import { readReplay } from './stored-battle.ts'
import { useLadder } from './use-ladder.ts'

/** The newest line of the log, read aloud and in sight of the buttons: the log itself is below the leaderboard. */
function Newest(props: { readonly doing: string | null }) {
	const [line] = useSyncExternalStore(ladderLog.subscribe, ladderLog.list)
	const isProblem = props.doing === null && line?.level === 'problem'
	return (
		<p role="status" className={isProblem ? 'text-line text-danger' : 'text-line text-muted'}>
			{props.doing ?? line?.text}
		</p>
	)
}

interface LadderProps {
	readonly own: readonly OwnWarrior[]
	/** Fights a battle of the arena again on this page. */
	readonly onReplay: (setup: BattleSetup) => void
}

export default function LadderPane(props: LadderProps) {
	const live = useQuery(liveArenaQuery)
	// Nothing is shown before it is known: an upload must not go to the wrong arena.
	if (live.data === undefined) {
		return live.error ? (
			<ErrorNote error={live.error} onRetry={() => void live.refetch()} />
		) : (
			<Skeleton rows={6} />
		)
	}
	const { data } = live
	const arena = data?.arena ?? null
	return (
		<Ladder
			key={arena && `${arena.url} ${arena.player.id}`}
			{...props}
			arena={arena ? 'live' : 'own'}
			state={data}
		/>
	)
}

function Ladder(
	props: LadderProps & {
		readonly arena: ArenaName
		/** null if this person can connect no other arena. */
		readonly state: LiveArenaState | null
	},
) {
	const { arena } = props
	const ladder = useLadder(arena)
	const [shown, setShown] = useState<number | null>(null)
	const { standing } = ladder
	const me = standing.kind === 'player' ? standing.me : null
	const challenge = me?.warrior ? ladder.challenge : null
	const replay = async (mode: Mode, id: number) => {
		try {
			props.onReplay(await readReplay(arena, mode, id))
		} catch (error) {
			const text = `The battle cannot be replayed: ${toApiError(error).message}`
			ladderLog.add({ level: 'problem', category: mode === '1v1' ? 'duel' : 'arena', text })
		}
	}
	return (
		<div className="flex flex-col gap-5">
			{props.state && <ArenaInUse state={props.state} busy={ladder.busy} />}
			<OwnPlayer arena={arena} ladder={ladder} own={props.own} />
			<Newest doing={ladder.doing} />
			{shown === null ? (
				<Leaderboard
					arena={arena}
					ownId={me?.id ?? null}
					onPlayer={setShown}
					onChallenge={challenge}
					busy={ladder.busy}
				/>
			) : (
				<Profile
					key={shown}
					arena={arena}
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
