/** The evolutions of a project: how far one is, how much better its warriors became, and each of them. */

import type { Evolution, EvolutionTree } from '@fairlead/protocol/arena/evolutions'
import { callsOf } from '@fairlead/protocol/view/call-view'
import { visible } from '@fairlead/protocol/view/visible'
import { useQuery } from '@tanstack/react-query'
import { Dna, FilePlus2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { meQuery } from '../../../data/api/queries.ts'
import type { ChatMessage } from '../../../run/messages/messages.ts'
import { useShownMessages } from '../../../run/messages/shown-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Note, Skeleton } from '../../../ui/feedback.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { exactTime } from '../../../ui/text/time.tsx'
import { counted } from '../results/round.tsx'
import { evolutionQuery, evolutionsQuery } from './evolution-api.ts'
import { familyOf, percent } from './family.ts'
import { FamilyPicture } from './family-picture.tsx'
import { FamilyTree } from './family-tree.tsx'

interface PaneProps {
	readonly projectId: string
	/** Opens a source in the editor. */
	readonly onTake: (redcode: string) => void
}

export default function EvolutionPane(props: PaneProps) {
	const { projectId } = props
	const list = useQuery(evolutionsQuery(projectId))
	const begun = useShownMessages(begunByAgent)
	const { refetch } = list
	// biome-ignore lint/correctness/useExhaustiveDependencies: again with each that the agent begins
	useEffect(() => void refetch(), [begun])
	const own = useQuery(meQuery).data?.userId
	const [chosen, setChosen] = useState<string | null>(null)
	const all = list.data ?? []
	const shown =
		all.find(({ id }) => id === chosen) ?? all.find(({ by }) => by.userId === own) ?? all[0]
	return (
		<section aria-label="Evolution" className="min-h-0 flex-1 overflow-y-auto px-3 py-3">
			<h2 className="sr-only">Evolution</h2>
			{list.isPending && <Skeleton rows={6} />}
			{list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
			{list.data && !shown && (
				<Empty icon={<Dna />} title="No warrior has been bred here yet">
					Ask the agent: <q>Evolve my warrior overnight.</q> It takes most of an hour, and continues
					while this page is closed.
				</Empty>
			)}
			{all.length > 1 && shown && (
				<Select
					aria-label="Evolution"
					className="mb-3"
					value={shown.id}
					onChange={(event) => setChosen(event.target.value)}
				>
					{all.map((one) => (
						<option key={one.id} value={one.id}>
							{titleOf(one, own)}
						</option>
					))}
				</Select>
			)}
			{shown && (
				<Shown key={shown.id} {...props} id={shown.id} onGone={() => void list.refetch()} />
			)}
		</section>
	)
}

/** How many evolutions the conversation on screen has begun. */
const begunByAgent = (messages: readonly ChatMessage[]): number =>
	messages.flatMap(callsOf).filter(({ tool, result }) => tool === 'evolve' && result !== undefined)
		.length

const titleOf = ({ by, startedAt, endedAt }: Evolution, own: string | undefined): string =>
	`${by.userId === own ? 'Yours' : visible(by.name)}, ${exactTime(startedAt)}${endedAt === null ? ', running' : ''}`

/** One evolution. */
function Shown(props: PaneProps & { readonly id: string; readonly onGone: () => void }) {
	const { projectId, id, onTake } = props
	const { data, error, refetch } = useQuery(evolutionQuery(projectId, id))
	const [open, setOpen] = useState<number | null>(null)
	const warriors = data?.warriors
	const family = useMemo(() => familyOf(warriors ?? []), [warriors])
	const retry = () => {
		// Another one may have taken its place.
		props.onGone()
		void refetch()
	}
	if (!data) return error ? <ErrorNote error={error} onRetry={retry} /> : <Skeleton rows={6} />
	const first = data.warriors[0]
	return (
		<>
			{error && <ErrorNote error={error} onRetry={retry} className="mb-3" />}
			<Standing of={data} />
			{family && first && (
				<>
					<div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
						<p className="min-w-0 flex-1 basis-40 text-line">
							<span className="font-semibold wrap-anywhere">{visible(family.best.name)}</span>{' '}
							<span className="tabular text-muted">
								{family.best.id === first.id
									? `wins ${percent(first.score)} of all points. No mutant has beaten it${data.state === 'running' ? ' yet' : ''}.`
									: `wins ${percent(family.best.score)} of all points; ${visible(first.name)} won ${percent(first.score)}.`}
							</span>
						</p>
						{family.best.id !== first.id && (
							<Button look="primary" onClick={() => onTake(family.best.redcode)}>
								<FilePlus2 /> Open the best
							</Button>
						)}
					</div>
					{data.warriors.length > 1 && (
						<FamilyPicture
							warriors={data.warriors}
							family={family}
							open={open}
							onOpen={(warrior) => setOpen(warrior)}
						/>
					)}
					<FamilyTree
						warriors={data.warriors}
						family={family}
						open={open}
						onOpen={setOpen}
						onTake={onTake}
					/>
				</>
			)}
		</>
	)
}

const MODES = { '1v1': 'duels', arena: 'arenas' } as const
const TITLES = { stopped: 'The evolution was stopped', failed: 'The evolution failed' } as const

function Standing(props: { readonly of: EvolutionTree }) {
	const { state, mode, note, progress, tried, warriors, startedAt, endedAt } = props.of
	const kept = Math.max(0, warriors.length - 1)
	const soFar = `${counted(tried, 'mutant', 'mutants')} tried, ${kept.toLocaleString()} kept`
	switch (state) {
		case 'running':
			return (
				<>
					<div className="flex items-center gap-3">
						<h3 className="text-line font-semibold">Breeding for {MODES[mode]}</h3>
						<progress
							aria-label="Progress of the evolution"
							value={progress}
							max={100}
							className="core-progress"
						/>
						<span className="tabular text-line text-muted">{progress} %</span>
					</div>
					<p className="tabular mt-0.5 text-cap text-muted">
						{warriors.length === 0
							? 'The first warrior is fighting its opponents.'
							: `${soFar}. It continues while this page is closed.`}
					</p>
				</>
			)
		case 'finished':
			return (
				<>
					<h3 className="text-line font-semibold">Bred for {MODES[mode]}</h3>
					<p className="tabular mt-0.5 text-cap text-muted">
						{soFar}. Finished {exactTime(endedAt ?? startedAt)}.
					</p>
				</>
			)
		case 'stopped':
		case 'failed':
			return (
				<Note level={state === 'failed' ? 'error' : 'warning'} title={TITLES[state]}>
					{note} {soFar}.
				</Note>
			)
		default:
			return state satisfies never
	}
}
