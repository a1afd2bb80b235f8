import { changeText } from '../ladder/words.ts'
import type { Rated } from './read-result.ts'

/** "512 → 527 (+15)"; a dash for those without a rating, such as stock warriors. */
export function RatingChange(props: { readonly of: Rated }) {
	const { before, after } = props.of
	if (before === null || after === null) return <span className="text-faint">–</span>
	return (
		<>
			<span className="text-muted">{before.toLocaleString()} → </span>
			{after.toLocaleString()} <span className="text-muted">({changeText(after - before)})</span>
		</>
	)
}
