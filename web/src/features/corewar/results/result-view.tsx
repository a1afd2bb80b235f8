/** The views of Core War's results. What they cannot read is listed by its values, as any other result. */
import type { CallView } from '@fairlead/protocol/view/call-view'
import { facts } from '../../../parts/results/changes.tsx'
import { AssembledView } from './assembled.tsx'
import { CalledReplay } from './called-replay.tsx'
import { DuelView } from './duel.tsx'
import { PlacesView } from './places.tsx'
import { readResult } from './read-result.ts'
import { RoundView } from './round.tsx'
import { StandingsView } from './standings.tsx'
import '../corewar.css'

export default function ResultView(props: { readonly call: CallView }) {
	const { call } = props
	const read = readResult(call.tool, call.result)
	switch (read?.kind) {
		case 'standings':
			return (
				<>
					<StandingsView standings={read.standings} note={read.note} />
					{call.tool === 'simulate' && (
						<CalledReplay call={call} names={read.standings.map(({ name }) => name)} />
					)}
				</>
			)
		case 'duel':
			return <DuelView duel={read} />
		case 'places':
			return <PlacesView of={read} />
		case 'round':
			return (
				<>
					<RoundView of={read} />
					<CalledReplay call={call} names={read.warriors.map(({ name }) => name)} />
				</>
			)
		case 'assembled':
			return <AssembledView of={read} />
		case undefined:
			return facts.details(call)
		default:
			return read satisfies never
	}
}
