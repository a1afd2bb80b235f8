/** One warrior of the tree: what is different from its parent, its source, and the way into the editor. */
import type { EvolvedWarrior } from '@fairlead/protocol/arena/evolutions'
import { visible, visibleSource } from '@fairlead/protocol/view/visible'
import { createTwoFilesPatch } from 'diff'
import { FilePlus2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Diff } from '../../../parts/diff/diff.tsx'
import { Button } from '../../../ui/button.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { exactTime } from '../../../ui/text/time.tsx'
import { Lines } from '../results/round.tsx'
import { percent } from './family.ts'

/** More lines than a bred warrior has, so that the diff shows all of it. */
const CONTEXT_LINES = 1_000

export function BredWarrior(props: {
	readonly warrior: EvolvedWarrior
	/** The warrior it was bred from; null for the first one. */
	readonly parent: EvolvedWarrior | null
	readonly onTake: (redcode: string) => void
}) {
	const { warrior, parent } = props
	const [shows, setShows] = useState<'changes' | 'source'>('changes')
	const before = parent?.redcode ?? ''
	const patch = useMemo(
		() =>
			createTwoFilesPatch('', '', before, warrior.redcode, undefined, undefined, {
				context: CONTEXT_LINES,
			}),
		[before, warrior.redcode],
	)
	return (
		<div className="mb-2 pl-1.5">
			<p className="tabular mb-2 text-cap text-muted wrap-anywhere">
				{parent && warrior.parentScore !== null ? (
					<>
						It won {percent(warrior.score)} where {visible(parent.name)} won{' '}
						{percent(warrior.parentScore)}, from the same positions. Kept {exactTime(warrior.at)}.
					</>
				) : (
					'The warrior that it began with.'
				)}
			</p>
			<div className="mb-2 flex flex-wrap items-center justify-between gap-2">
				{parent && (
					<Choices
						label={`Of ${visible(warrior.name)}`}
						name={`bred-${warrior.id}`}
						value={shows}
						choices={[
							{ value: 'changes', label: 'Changes' },
							{ value: 'source', label: 'Source' },
						]}
						onChoose={setShows}
					/>
				)}
				<Button onClick={() => props.onTake(warrior.redcode)}>
					<FilePlus2 /> Open in the editor
				</Button>
			</div>
			{parent && shows === 'changes' ? (
				<Diff diff={patch} path="warrior.red" label={`Changes from ${visible(parent.name)}`} />
			) : (
				<Lines of={visibleSource(warrior.redcode.trimEnd())} />
			)}
		</div>
	)
}
