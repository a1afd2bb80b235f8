/** Scores by generation, with a line from each warrior to its parent. The list below it says the same in words. */
import type { EvolvedWarrior } from '@fairlead/protocol/arena/evolutions'
import { visible } from '@fairlead/protocol/view/visible'
import { useMemo } from 'react'
import { type Family, percent, pictureOf, type Spot } from './family.ts'

/** Percent of the picture's width and height. */
const place = ({ x, y }: Spot) => ({ x: 2 + 96 * x, y: 5 + 90 * y })

export function FamilyPicture(props: {
	readonly warriors: readonly EvolvedWarrior[]
	readonly family: Family
	readonly open: number | null
	readonly onOpen: (id: number) => void
}) {
	const { warriors, family, open } = props
	const { best, descent } = family
	const picture = useMemo(() => pictureOf(warriors), [warriors])
	const [from, to] = picture.generations
	const [low, high] = picture.scores
	const drawn = picture.spots.map((spot) => ({ ...place(spot), warrior: spot.warrior }))
	// The line of descent is above the others.
	const edges = drawn
		.flatMap(({ x, y, warrior }) => {
			const parent = warrior.parent === null ? undefined : drawn[warrior.parent]
			return parent ? [{ x, y, parent, id: warrior.id, leads: descent.has(warrior.id) }] : []
		})
		.sort((a, b) => Number(a.leads) - Number(b.leads))
	return (
		<figure className="core-family mt-3">
			<div
				role="img"
				aria-label={`Scores by generation, ${percent(low)} to ${percent(high)}. The best is ${visible(best.name)} with ${percent(best.score)}, in generation ${best.generation} of ${to}.`}
				className="core-family-plot"
			>
				<svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="size-full">
					{edges.map(({ x, y, parent, id, leads }) => (
						<line
							key={id}
							x1={parent.x}
							y1={parent.y}
							x2={x}
							y2={y}
							className={leads ? 'core-edge-leads' : 'core-edge'}
						/>
					))}
				</svg>
				{drawn.map(({ x, y, warrior }) => (
					// biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the list below has a button for each
					<span
						key={warrior.id}
						title={`${visible(warrior.name)}: ${percent(warrior.score)}`}
						data-leads={descent.has(warrior.id) || undefined}
						data-best={warrior.id === best.id || undefined}
						data-open={warrior.id === open || undefined}
						onClick={() => props.onOpen(warrior.id)}
						className="core-dot"
						style={{ left: `${x}%`, top: `${y}%` }}
					/>
				))}
			</div>
			<div aria-hidden className="core-family-scores tabular text-cap text-muted">
				<span>{percent(high)}</span>
				<span>{percent(low)}</span>
			</div>
			<figcaption className="core-family-generations tabular text-cap text-muted">
				<span>Generation {from}</span>
				<span>Generation {to}</span>
			</figcaption>
		</figure>
	)
}
