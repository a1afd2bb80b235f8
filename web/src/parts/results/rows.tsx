/** Lists that are cut: what is drawn, and how many more there are. */

/** Rows of a list that are drawn; the rest is counted. */
export const MAX_ROWS = 60

export function More(props: { shown: number; total: number }) {
	const rest = props.total - props.shown
	return rest > 0 ? <p className="pt-1 text-cap text-faint">and {rest} more</p> : null
}
