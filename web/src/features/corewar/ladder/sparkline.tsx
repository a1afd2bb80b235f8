/** How a rating went, as a line without axes: the figures stand beside it. */

const WIDTH = 240
const HEIGHT = 40
/** Half of the line's width, so that its ends are not cut. */
const INSET = 2

/** @param values at least two, oldest first @returns points of an SVG polyline */
export function pointsOf(values: readonly number[]): string {
	const low = Math.min(...values)
	const range = Math.max(...values) - low || 1
	return values
		.map((value, i) => {
			const x = INSET + (i / (values.length - 1)) * (WIDTH - 2 * INSET)
			const y = HEIGHT - INSET - ((value - low) / range) * (HEIGHT - 2 * INSET)
			return `${x.toFixed(1)},${y.toFixed(1)}`
		})
		.join(' ')
}

export function Sparkline(props: { readonly values: readonly number[] }) {
	const { values } = props
	const [first] = values
	const last = values.at(-1)
	if (first === undefined || last === undefined || values.length < 2) return null
	const low = Math.min(...values)
	const high = Math.max(...values)
	return (
		<figure className="mt-3">
			<svg
				role="img"
				aria-label={`Rating over ${values.length} battles: from ${first} to ${last}, between ${low} and ${high}`}
				viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
				preserveAspectRatio="none"
				className="h-10 w-full"
			>
				<polyline
					points={pointsOf(values)}
					fill="none"
					stroke="var(--text)"
					strokeWidth="1.5"
					vectorEffect="non-scaling-stroke"
				/>
			</svg>
			<figcaption className="tabular mt-1 text-cap text-muted">
				Last {values.length} battles: lowest {low}, highest {high}
			</figcaption>
		</figure>
	)
}
